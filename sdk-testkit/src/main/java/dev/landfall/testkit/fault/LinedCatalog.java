package dev.landfall.testkit.fault;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A catalog behind a line: each call is the request that it would be over HTTP. */
final class LinedCatalog extends ForwardingCatalog {

  private static final String PROTOCOL = "in process";
  private static final String PROJECTS = "/v1/projects";

  private final FaultLine line;

  LinedCatalog(Catalog delegate, FaultLine line) {
    super(delegate);
    this.line = line;
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    return call("POST", PROJECTS, () -> super.createProject(project));
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return call("GET", of(project), () -> super.project(project));
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    return call("GET", PROJECTS, () -> super.projects(page));
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    return call(
        "GET", of(project) + "/branch" + name(branch.value()), () -> super.branch(project, branch));
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    return call("GET", of(project) + "/branches", () -> super.branches(project, page));
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    return call("POST", of(project) + "/branches", () -> super.createBranch(project, branch, from));
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    return call(
        "DELETE",
        of(project) + "/branch" + name(branch.value()),
        () -> super.deleteBranch(project, branch, expectedHead));
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    return call("GET", of(project, commit), () -> super.commit(project, commit));
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    return call("GET", of(project, from) + "/log", () -> super.log(project, from, page));
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    return call(
        "GET",
        of(project, commit) + "/table" + name(table.qualified()),
        () -> super.table(project, commit, table));
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    return call("GET", of(project, commit) + "/tables", () -> super.tables(project, commit, page));
  }

  @Override
  public Page<String> versions(ProjectName project, PageRequest page) {
    return call("GET", of(project) + "/versions", () -> super.versions(project, page));
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    RequestHead head =
        new RequestHead(
            PROTOCOL,
            "POST",
            of(request.project()) + "/commits",
            List.of(new HeaderField("Idempotency-Key", request.operationId().toString())));
    return line.call(
        head,
        request.bytes(),
        new FaultedCall.Target<>(
            () -> super.publish(request),
            answer -> answer instanceof PublishAnswer.Published ? 200 : 409));
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    return call(
        "GET", of(project, operation), () -> super.findOperation(project, operation, sha256));
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    return call(
        "POST",
        of(project, operation) + "/abandon",
        () -> super.abandon(project, operation, sha256));
  }

  @Override
  public StorageAccess storageAccess() {
    return call("GET", "/v1/storage", super::storageAccess);
  }

  private <T> T call(String method, String target, Supplier<T> call) {
    return line.call(
        new RequestHead(PROTOCOL, method, target, List.of()),
        null,
        new FaultedCall.Target<>(call, answer -> 200));
  }

  private static String of(ProjectName project) {
    return PROJECTS + "/" + project.value();
  }

  private static String of(ProjectName project, CommitId commit) {
    return of(project) + "/commits/" + commit.value();
  }

  private static String of(ProjectName project, OperationId operation) {
    return of(project) + "/operations/" + operation;
  }

  private static String name(String value) {
    return "?name=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
