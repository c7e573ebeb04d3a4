package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.http.HttpAnswer;
import dev.landfall.internal.http.HttpRequest;
import dev.landfall.internal.wire.AnswerCodec;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The server's end of the protocol, as far as simulated clients speak it: bytes in, bytes out. */
final class Endpoint {

  private static final byte[] EMPTY = {};

  private Endpoint() {}

  static HttpAnswer answer(Catalog catalog, HttpRequest request) {
    try {
      return route(catalog, request, List.of(request.path().split("/", -1)));
    } catch (CatalogException e) {
      return refusal(ErrorEnvelope.of(ErrorCode.of(e), String.valueOf(e.getMessage()), "0"));
    }
  }

  private static HttpAnswer route(Catalog catalog, HttpRequest request, List<String> path) {
    ProjectName project = new ProjectName(path.get(2));
    if (path.size() == 3) {
      return ok(AnswerCodec.encode(catalog.project(project)));
    }
    String id = path.size() > 4 ? path.get(4) : "";
    String last = path.get(path.size() - 1);
    return switch (path.get(3)) {
      case "branch" -> branch(catalog, request, project);
      case "branches" -> branches(catalog, request, project);
      case "commits" ->
          id.isEmpty()
              ? publish(catalog, request)
              : commit(catalog, request, project, new CommitId(id), last);
      case "operations" ->
          last.equals("abandon")
              ? abandon(catalog, request, project, OperationId.of(id))
              : findOperation(catalog, request, project, OperationId.of(id));
      default -> throw new IllegalStateException("The simulation has no path " + request.path());
    };
  }

  private static HttpAnswer branch(Catalog catalog, HttpRequest request, ProjectName project) {
    BranchName name = new BranchName(query(request).getOrDefault("name", ""));
    if (request.method().equals("GET")) {
      return ok(AnswerCodec.encode(catalog.branch(project, name)));
    }
    CommitId expected = new CommitId(query(request).getOrDefault("expectedHead", ""));
    return catalog.deleteBranch(project, name, expected)
            instanceof DeleteBranchAnswer.BranchMoved moved
        ? branchMoved(moved.actualHead())
        : HttpAnswer.of(204, EMPTY);
  }

  private static HttpAnswer branches(Catalog catalog, HttpRequest request, ProjectName project) {
    if (request.method().equals("GET")) {
      return ok(AnswerCodec.encodeBranches(catalog.branches(project, page(request))));
    }
    RequestCodec.CreateBranch create = RequestCodec.decodeCreateBranch(body(request));
    return HttpAnswer.of(
        201, AnswerCodec.encode(catalog.createBranch(project, create.name(), create.from())));
  }

  private static HttpAnswer publish(Catalog catalog, HttpRequest request) {
    byte[] bytes = body(request);
    PublishAnswer answer =
        catalog.publish(new PublishRequest(bytes, CommitContentCodec.decode(bytes)));
    if (answer instanceof PublishAnswer.Published published) {
      return ok(AnswerCodec.encodePublished(published.commit(), published.replayed()));
    }
    if (answer instanceof PublishAnswer.BranchMoved moved) {
      return branchMoved(moved.actualHead().orElse(null));
    }
    return refusal(
        new ErrorEnvelope(
            ErrorCode.CONFLICT,
            "Changes cannot be applied",
            "0",
            null,
            ((PublishAnswer.Conflicted) answer).conflicts()));
  }

  private static HttpAnswer commit(
      Catalog catalog, HttpRequest request, ProjectName project, CommitId commit, String last) {
    return switch (last) {
      case "log" -> ok(AnswerCodec.encodeCommits(catalog.log(project, commit, page(request))));
      case "tables" -> ok(AnswerCodec.encodeTables(catalog.tables(project, commit, page(request))));
      case "table" -> {
        TableName name = TableName.of(query(request).getOrDefault("name", ""));
        yield ok(AnswerCodec.encode(name, catalog.table(project, commit, name)));
      }
      default -> ok(AnswerCodec.encode(catalog.commit(project, commit)));
    };
  }

  private static HttpAnswer findOperation(
      Catalog catalog, HttpRequest request, ProjectName project, OperationId operation) {
    String sha256 = query(request).getOrDefault("sha256", "");
    return ok(
        AnswerCodec.encodeOperation(operation, catalog.findOperation(project, operation, sha256)));
  }

  private static HttpAnswer abandon(
      Catalog catalog, HttpRequest request, ProjectName project, OperationId operation) {
    String sha256 = RequestCodec.decodeAbandon(body(request));
    return ok(AnswerCodec.encodeOperation(operation, catalog.abandon(project, operation, sha256)));
  }

  private static HttpAnswer ok(byte[] json) {
    return HttpAnswer.of(200, json);
  }

  private static HttpAnswer branchMoved(@Nullable CommitId actual) {
    return refusal(
        new ErrorEnvelope(
            ErrorCode.BRANCH_MOVED, "The head is another one", "0", actual, List.of()));
  }

  private static HttpAnswer refusal(ErrorEnvelope error) {
    return HttpAnswer.of(error.code().status(), error.encode());
  }

  private static byte[] body(HttpRequest request) {
    byte[] body = request.body();
    return body == null ? EMPTY : body.clone();
  }

  private static Map<String, String> query(HttpRequest request) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < request.query().size(); i += 2) {
      values.put(request.query().get(i), request.query().get(i + 1));
    }
    return values;
  }

  private static PageRequest page(HttpRequest request) {
    Map<String, String> query = query(request);
    return new PageRequest(
        query.get("pageToken"), Integer.parseInt(query.getOrDefault("pageSize", "100")));
  }
}
