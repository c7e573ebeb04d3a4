package dev.landfall.testkit.server;

import static dev.landfall.testkit.server.Call.PAGE_SIZE;
import static dev.landfall.testkit.server.Call.PAGE_TOKEN;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.AnswerCodec;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The native protocol over a catalog. */
final class CatalogRoutes {

  /** No answer is longer, unless one single item is. */
  private static final int MOST_ANSWER_BYTES = 8 * 1024 * 1024;

  private static final String PROJECTS = "v1/projects";
  private static final String PROJECT = PROJECTS + "/{project}";
  private static final String COMMIT = PROJECT + "/commits/{commit}";
  private static final String OPERATION = PROJECT + "/operations/{operation}";
  private static final String STORAGE = "v1/storage";
  private static final Set<String> NONE = Set.of();
  private static final Set<String> PAGED = Set.of(PAGE_TOKEN, PAGE_SIZE);
  private static final Set<String> NAME = Set.of("name");

  private final Catalog catalog;

  private CatalogRoutes(Catalog catalog) {
    this.catalog = catalog;
  }

  static List<Route> of(Catalog catalog) {
    CatalogRoutes routes = new CatalogRoutes(catalog);
    return List.of(
        Route.of("GET", PROJECTS, PAGED, routes::projects),
        Route.of("POST", PROJECTS, NONE, routes::createProject),
        Route.of("GET", PROJECT, NONE, routes::project),
        Route.of("GET", PROJECT + "/branches", PAGED, routes::branches),
        Route.of("POST", PROJECT + "/branches", NONE, routes::createBranch),
        Route.of("GET", PROJECT + "/branch", NAME, routes::branch),
        Route.of(
            "DELETE", PROJECT + "/branch", Set.of("name", "expectedHead"), routes::deleteBranch),
        Route.of("POST", PROJECT + "/commits", NONE, routes::publish),
        Route.of("GET", COMMIT, NONE, routes::commit),
        Route.of("GET", COMMIT + "/log", PAGED, routes::log),
        Route.of("GET", COMMIT + "/tables", PAGED, routes::tables),
        Route.of("GET", COMMIT + "/table", NAME, routes::table),
        Route.of("GET", OPERATION, Set.of("sha256"), routes::findOperation),
        Route.of("POST", OPERATION + "/abandon", NONE, routes::abandon),
        Route.of("GET", STORAGE, NONE, routes::storageAccess));
  }

  private Reply projects(Call call) {
    return page(call, catalog::projects, AnswerCodec::encodeProjects);
  }

  private Reply createProject(Call call) {
    ProjectName name = RequestCodec.decodeCreateProject(call.body());
    return Reply.created(AnswerCodec.encode(catalog.createProject(name)));
  }

  private Reply project(Call call) {
    return Reply.ok(AnswerCodec.encode(catalog.project(projectOf(call))));
  }

  private Reply branches(Call call) {
    ProjectName project = projectOf(call);
    return page(call, page -> catalog.branches(project, page), AnswerCodec::encodeBranches);
  }

  private Reply createBranch(Call call) {
    RequestCodec.CreateBranch request = RequestCodec.decodeCreateBranch(call.body());
    return Reply.created(
        AnswerCodec.encode(catalog.createBranch(projectOf(call), request.name(), request.from())));
  }

  private Reply branch(Call call) {
    BranchName name = call.inQuery("name", BranchName::new);
    return Reply.ok(AnswerCodec.encode(catalog.branch(projectOf(call), name)));
  }

  private Reply deleteBranch(Call call) {
    BranchName name = call.inQuery("name", BranchName::new);
    CommitId expectedHead = call.inQuery("expectedHead", CommitId::new);
    DeleteBranchAnswer answer = catalog.deleteBranch(projectOf(call), name, expectedHead);
    if (answer instanceof DeleteBranchAnswer.BranchMoved moved) {
      throw Refusal.branchMoved(moved.actualHead());
    }
    return Reply.noContent();
  }

  private Reply publish(Call call) {
    ProjectName project = projectOf(call);
    PublishRequest request =
        new PublishRequest(call.body(), CommitContentCodec.decode(call.body()));
    if (!call.idempotencyKeys().equals(List.of(request.operationId().toString()))) {
      throw Refusal.invalid(
          "The header Idempotency-Key must be there once, and be the operation id of the body");
    }
    if (!request.project().equals(project)) {
      throw Refusal.invalid("The body is for another project than the path");
    }
    PublishAnswer answer = catalog.publish(request);
    if (answer instanceof PublishAnswer.BranchMoved moved) {
      throw Refusal.branchMoved(moved.actualHead().orElse(null));
    }
    if (answer instanceof PublishAnswer.Conflicted conflicted) {
      throw Refusal.conflict(conflicted.conflicts());
    }
    PublishAnswer.Published published = (PublishAnswer.Published) answer;
    return Reply.ok(AnswerCodec.encodePublished(published.commit(), published.replayed()));
  }

  private Reply commit(Call call) {
    return Reply.ok(AnswerCodec.encode(catalog.commit(projectOf(call), commitOf(call))));
  }

  private Reply log(Call call) {
    ProjectName project = projectOf(call);
    CommitId from = commitOf(call);
    return page(call, page -> catalog.log(project, from, page), AnswerCodec::encodeCommits);
  }

  private Reply tables(Call call) {
    ProjectName project = projectOf(call);
    CommitId commit = commitOf(call);
    return page(call, page -> catalog.tables(project, commit, page), AnswerCodec::encodeTables);
  }

  private Reply table(Call call) {
    TableName name = call.inQuery("name", TableName::of);
    return Reply.ok(AnswerCodec.encode(name, catalog.table(projectOf(call), commitOf(call), name)));
  }

  private Reply findOperation(Call call) {
    OperationId operation = operationOf(call);
    String sha256 = call.inQuery("sha256", RequestCodec::requireSha256);
    return Reply.ok(
        AnswerCodec.encodeOperation(
            operation, catalog.findOperation(projectOf(call), operation, sha256)));
  }

  private Reply abandon(Call call) {
    OperationId operation = operationOf(call);
    String sha256 = RequestCodec.decodeAbandon(call.body());
    return Reply.ok(
        AnswerCodec.encodeOperation(
            operation, catalog.abandon(projectOf(call), operation, sha256)));
  }

  private Reply storageAccess(Call call) {
    if (!catalog.capabilities().contains(Capability.STORAGE_ACCESS)) {
      throw Refusal.of(
          ErrorCode.NOT_SUPPORTED,
          "This catalog does not tell how to reach object stores; set StorageOptions");
    }
    return Reply.ok(AnswerCodec.encode(catalog.storageAccess())).with("Cache-Control", "no-store");
  }

  private static ProjectName projectOf(Call call) {
    return call.inPath("project", ProjectName::new);
  }

  private static CommitId commitOf(Call call) {
    return call.inPath("commit", CommitId::new);
  }

  private static OperationId operationOf(Call call) {
    return call.inPath("operation", OperationId::of);
  }

  /** Answers a page, with fewer items than asked for if those would make it too long. */
  private static <T> Reply page(
      Call call, Function<PageRequest, Page<T>> list, Function<Page<T>, byte[]> encoder) {
    PageRequest asked = call.page();
    int size = asked.size();
    while (true) {
      Page<T> page = list.apply(new PageRequest(asked.token(), size));
      byte[] bytes = encoder.apply(page);
      if (bytes.length <= MOST_ANSWER_BYTES || page.items().size() <= 1) {
        return Reply.ok(bytes);
      }
      size = page.items().size() / 2;
    }
  }
}
