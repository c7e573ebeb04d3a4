package dev.landfall.testkit.server;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The project demo in an open catalog, whose tables are empty files: for tests of the wire. */
final class BareLake implements AutoCloseable {

  static final ProjectName PROJECT = new ProjectName("demo");

  final Catalog catalog;
  final ProjectInfo project;

  private BareLake(Catalog catalog) {
    this.catalog = catalog;
    this.project = catalog.createProject(PROJECT);
  }

  static BareLake create(Path directory) {
    return new BareLake(DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults()));
  }

  /** Returns the directory of the project's files. */
  Path files() {
    return Path.of(project.location().substring("file://".length()));
  }

  BranchState main() {
    return catalog.branch(PROJECT, BranchName.MAIN);
  }

  CommitId head() {
    return main().head().id();
  }

  /** Writes a new metadata file, and stages it as a new table. */
  Change.Create creating(String table) {
    Path file = files().resolve("t").resolve(UUID.randomUUID() + ".metadata.json");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Change.Create(TableName.of(table), UUID.randomUUID(), "file://" + file);
  }

  CommitContent content(List<Change> changes) {
    BranchState main = main();
    return new CommitContent(
        PROJECT,
        main.name(),
        main.branchId(),
        main.head().id(),
        OperationId.random(),
        "message",
        Map.of("key", "value"),
        changes);
  }

  /** Makes a request on the head of main, which lands unless main moves. */
  PublishRequest request(Change... changes) {
    CommitContent content = content(List.of(changes));
    return new PublishRequest(CommitContentCodec.encode(content), content);
  }

  /** Publishes past the server. */
  CommitInfo land(Change... changes) {
    PublishAnswer answer = catalog.publish(request(changes));
    if (answer instanceof PublishAnswer.Published published) {
      return published.commit();
    }
    throw new AssertionError("Not published: " + answer);
  }

  /** Says all that a request could have changed: projects, branches, heads and logs. */
  String state() {
    StringBuilder state = new StringBuilder();
    for (ProjectInfo info : catalog.projects(PageRequest.first(1000)).items()) {
      state.append(info.name()).append('\n');
      for (BranchState branch : catalog.branches(info.name(), PageRequest.first(1000)).items()) {
        state.append("  ").append(branch.name()).append(' ').append(branch.head().id());
        catalog
            .log(info.name(), branch.head().id(), PageRequest.first(1000))
            .items()
            .forEach(commit -> state.append(' ').append(commit.id()));
        state.append('\n');
      }
    }
    return state.toString();
  }

  static String key(PublishRequest request) {
    return "Idempotency-Key: " + request.operationId() + "\r\n";
  }

  @Override
  public void close() {
    catalog.close();
  }
}
