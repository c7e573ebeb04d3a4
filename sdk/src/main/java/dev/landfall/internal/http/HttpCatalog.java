package dev.landfall.internal.http;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.wire.AnswerCodec;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.net.URI;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A catalog behind HTTP, by the protocol that {@code catalog.yaml} describes. Each method sends one
 * request, and repeats nothing. Safe for use by many threads.
 */
public final class HttpCatalog implements Catalog {

  private final HttpLine line;

  private HttpCatalog(HttpLine line) {
    this.line = line;
  }

  /**
   * Makes a catalog at an address, which may have a path. Does no I/O.
   *
   * @throws IllegalArgumentException if the address cannot be one of a catalog
   */
  public static HttpCatalog at(URI address, HttpOptions options) {
    return new HttpCatalog(HttpLine.open(address, options, HttpDialect.LANDFALL));
  }

  /** Makes a catalog at the other end of a line, which it closes with itself. Does no I/O. */
  public static HttpCatalog over(HttpLine line) {
    return new HttpCatalog(line);
  }

  /** What the protocol can say; a server refuses what its catalog cannot do. */
  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.LIST_VERSIONS, Capability.EXPIRE_COMMITS));
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    HttpRequest request =
        HttpRequest.post("v1/projects", RequestCodec.encodeCreateProject(project));
    return read(request, 201, AnswerCodec::decodeProject);
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return read(HttpRequest.get(of(project)), 200, AnswerCodec::decodeProject);
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    return read(page("v1/projects", page), 200, AnswerCodec::decodeProjects);
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    HttpRequest request = HttpRequest.get(of(project) + "/branch").with("name", branch.value());
    return read(request, 200, AnswerCodec::decodeBranch);
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    return read(page(of(project) + "/branches", page), 200, AnswerCodec::decodeBranches);
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    HttpRequest request =
        HttpRequest.post(
            of(project) + "/branches",
            RequestCodec.encode(new RequestCodec.CreateBranch(branch, from)));
    return read(request, 201, AnswerCodec::decodeBranch);
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    HttpRequest request =
        HttpRequest.delete(of(project) + "/branch")
            .with("name", branch.value())
            .with("expectedHead", expectedHead.value());
    HttpAnswer answer = line.send(request);
    if (answer.status() == 204) {
      return new DeleteBranchAnswer.Deleted();
    }
    ErrorEnvelope error = refusal(request, answer);
    if (error.code() == ErrorCode.BRANCH_MOVED && error.actualHead() != null) {
      return new DeleteBranchAnswer.BranchMoved(error.actualHead());
    }
    throw Refusals.of(request, answer, error);
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    return read(HttpRequest.get(of(project, commit)), 200, AnswerCodec::decodeCommit);
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    return read(page(of(project, from) + "/log", page), 200, AnswerCodec::decodeCommits);
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    HttpRequest request =
        HttpRequest.get(of(project, commit) + "/table").with("name", table.qualified());
    return read(request, 200, bytes -> AnswerCodec.decodeTable(bytes, table));
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    return read(page(of(project, commit) + "/tables", page), 200, AnswerCodec::decodeTables);
  }

  @Override
  public PublishAnswer publish(PublishRequest publish) {
    HttpRequest request =
        HttpRequest.post(of(publish.project()) + "/commits", publish.bytes())
            .idempotentBy(publish.operationId());
    HttpAnswer answer = line.send(request);
    if (answer.status() == 200) {
      AnswerCodec.PublishedCommit landed = decode(request, answer, AnswerCodec::decodePublished);
      return new PublishAnswer.Published(landed.commit(), landed.replayed());
    }
    ErrorEnvelope error = refusal(request, answer);
    return switch (error.code()) {
      case BRANCH_MOVED -> new PublishAnswer.BranchMoved(error.actualHead());
      case CONFLICT -> definite(publish, new PublishAnswer.Conflicted(error.conflicts()));
      default -> throw Refusals.of(request, answer, error);
    };
  }

  /**
   * Makes a conflict definite. What stands against a release may pass, and a second delivery of the
   * request, by whatever stands in between, would land then; so the operation is fenced. A branch
   * never comes back to a head, so nothing else needs that.
   */
  private PublishAnswer definite(PublishRequest publish, PublishAnswer conflict) {
    if (publish.content().comparison() != Comparison.TABLES) {
      return conflict;
    }
    try {
      return abandon(publish.project(), publish.operationId(), publish.sha256())
          .<PublishAnswer>map(landed -> new PublishAnswer.Published(landed, true))
          .orElse(conflict);
    } catch (NotSupportedException e) {
      // The server's catalog has no fences, so a conflict is as definite as it ever gets.
      return conflict;
    } catch (OperationMismatchException e) {
      throw e;
    } catch (CatalogException e) {
      throw UnavailableException.maybeSent(
          "The release conflicted, and could not be fenced (" + e.getMessage() + ")", e);
    }
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    HttpRequest request = HttpRequest.get(of(project, operation)).with("sha256", sha256);
    return read(request, 200, bytes -> AnswerCodec.decodeOperation(bytes, operation));
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    HttpRequest request =
        HttpRequest.post(of(project, operation) + "/abandon", RequestCodec.encodeAbandon(sha256));
    return read(request, 200, bytes -> AnswerCodec.decodeOperation(bytes, operation));
  }

  @Override
  public StorageAccess storageAccess() {
    return read(HttpRequest.get("v1/storage"), 200, AnswerCodec::decodeStorageAccess);
  }

  @Override
  public void close() {
    line.close();
  }

  private <T> T read(HttpRequest request, int expected, Function<byte[], T> decoder) {
    HttpAnswer answer = line.send(request);
    if (answer.status() == expected) {
      return decode(request, answer, decoder);
    }
    throw Refusals.of(request, answer, refusal(request, answer));
  }

  private static <T> T decode(HttpRequest request, HttpAnswer answer, Function<byte[], T> decoder) {
    try {
      return decoder.apply(answer.body());
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(
          request + " was answered " + answer.status() + " unreadably: " + e.getMessage(),
          answer.status(),
          e);
    }
  }

  /**
   * Returns the catalog's refusal.
   *
   * @throws CatalogException if the answer is none
   */
  private static ErrorEnvelope refusal(HttpRequest request, HttpAnswer answer) {
    return ErrorEnvelope.decode(answer.status(), answer.body())
        .orElseThrow(() -> Refusals.withoutEnvelope(request, answer));
  }

  private static HttpRequest page(String path, PageRequest page) {
    HttpRequest request = HttpRequest.get(path).with("pageSize", Integer.toString(page.size()));
    return page.token() == null ? request : request.with("pageToken", page.token());
  }

  private static String of(ProjectName project) {
    return "v1/projects/" + project.value();
  }

  private static String of(ProjectName project, CommitId commit) {
    return of(project) + "/commits/" + commit.value();
  }

  private static String of(ProjectName project, OperationId operation) {
    return of(project) + "/operations/" + operation;
  }
}
