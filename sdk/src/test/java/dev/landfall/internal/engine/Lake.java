package dev.landfall.internal.engine;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.config.Durability;
import dev.landfall.internal.storage.Locations;
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
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** A project in an open catalog, and short ways to make requests on it. */
final class Lake implements AutoCloseable {

  static final ProjectName PROJECT = new ProjectName("demo");

  final Path directory;
  final Catalog catalog;
  final ProjectInfo project;

  private Lake(Path directory, Catalog catalog, ProjectInfo project) {
    this.directory = directory;
    this.catalog = catalog;
    this.project = project;
  }

  /** Creates the project in a new catalog. */
  static Lake create(Path directory) {
    return create(directory, EngineHooks.NONE);
  }

  static Lake create(Path directory, EngineHooks hooks) {
    return create(directory, DirectoryCatalog.Options.defaults(), hooks);
  }

  static Lake create(Path directory, DirectoryCatalog.Options options, EngineHooks hooks) {
    Catalog catalog = DirectoryCatalog.open(directory, options, hooks);
    return new Lake(directory, catalog, catalog.createProject(PROJECT));
  }

  /** Opens a catalog that has the project. */
  static Lake open(Path directory) {
    return open(directory, EngineHooks.NONE);
  }

  static Lake open(Path directory, EngineHooks hooks) {
    return of(
        directory, DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults(), hooks));
  }

  static Lake open(Path directory, Durability durability, EngineHooks hooks) {
    return of(
        directory,
        DirectoryCatalog.open(
            directory, DirectoryCatalog.Options.defaults().withDurability(durability), hooks));
  }

  /** Creates the project in a new catalog of a kind. */
  static Lake create(TestStore store, Path directory, EngineHooks hooks) {
    return create(store, directory, InstantSource.system(), hooks);
  }

  static Lake create(TestStore store, Path directory, InstantSource clock, EngineHooks hooks) {
    Catalog catalog = store.open(directory, Durability.IMMEDIATE, clock, hooks);
    return new Lake(directory, catalog, catalog.createProject(PROJECT));
  }

  static Lake open(TestStore store, Path directory, EngineHooks hooks) {
    return open(store, directory, Durability.IMMEDIATE, hooks);
  }

  static Lake open(TestStore store, Path directory, Durability durability, EngineHooks hooks) {
    return of(directory, store.open(directory, durability, InstantSource.system(), hooks));
  }

  /** Opens another catalog's project. */
  static Lake of(Path directory, Catalog catalog) {
    return new Lake(directory, catalog, catalog.project(PROJECT));
  }

  static Lake openReadOnly(Path directory) {
    return of(directory, DirectoryCatalog.openReadOnly(directory));
  }

  BranchState main() {
    return branch("main");
  }

  BranchState branch(String name) {
    return catalog.branch(PROJECT, new BranchName(name));
  }

  BranchState createBranch(String name, CommitId from) {
    return catalog.createBranch(PROJECT, new BranchName(name), from);
  }

  /** Writes a small file where a metadata file belongs, and returns its location. */
  String version(String name) {
    String location = project.location() + "/t/metadata/" + name + ".metadata.json";
    try {
      Path file = Locations.path(location);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return location;
  }

  /** Writes a file of its own. */
  String version() {
    return version(UUID.randomUUID().toString());
  }

  Change.Create creating(String name) {
    return new Change.Create(TableName.of(name), UUID.randomUUID(), version());
  }

  Change.Update updating(TableEntry entry) {
    return new Change.Update(entry.name(), entry.tableId(), entry.metadataLocation(), version());
  }

  Change.Drop dropping(TableEntry entry) {
    return new Change.Drop(entry.name());
  }

  Change.Rename renaming(TableEntry entry, String newName) {
    return new Change.Rename(entry.name(), TableName.of(newName));
  }

  CommitContent content(BranchState branch, List<Change> changes) {
    return new CommitContent(
        PROJECT,
        branch.name(),
        branch.branchId(),
        branch.head().id(),
        OperationId.random(),
        "message",
        Map.of("key", "value"),
        changes);
  }

  static PublishRequest request(CommitContent content) {
    return new PublishRequest(CommitContentCodec.encode(content), content);
  }

  PublishRequest request(BranchState branch, Change... changes) {
    return request(content(branch, List.of(changes)));
  }

  /** Makes requests on new branches {@code b0}, {@code b1} and so on of the head of main. */
  List<PublishRequest> requestsOnBranches(int count) {
    CommitId head = main().head().id();
    return IntStream.range(0, count)
        .mapToObj(i -> request(createBranch("b" + i, head), creating("t" + i)))
        .toList();
  }

  PublishAnswer publish(BranchState branch, Change... changes) {
    return catalog.publish(request(branch, changes));
  }

  /** Publishes on the head of a branch, and requires that it lands. */
  CommitInfo land(String branch, Change... changes) {
    return landed(publish(branch(branch), changes));
  }

  static CommitInfo landed(PublishAnswer answer) {
    if (answer instanceof PublishAnswer.Published published) {
      return published.commit();
    }
    throw new AssertionError("Not published: " + answer);
  }

  TableEntry table(CommitId commit, String name) {
    return catalog.table(PROJECT, commit, TableName.of(name)).orElseThrow();
  }

  TableEntry table(String name) {
    return table(main().head().id(), name);
  }

  /** Lists all tables of a commit, by pages of the given size. */
  List<TableEntry> tables(CommitId commit, int pageSize) {
    List<TableEntry> all = new ArrayList<>();
    PageRequest page = PageRequest.first(pageSize);
    while (true) {
      var answer = catalog.tables(PROJECT, commit, page);
      all.addAll(answer.items());
      if (answer.nextToken().isEmpty()) {
        return all;
      }
      page = page.next(answer.nextToken().get());
    }
  }

  List<String> tableNames(CommitId commit) {
    return tables(commit, 3).stream().map(entry -> entry.name().toString()).toList();
  }

  /** Lists all commits from one back, by pages of the given size. */
  List<CommitInfo> log(CommitId from, int pageSize) {
    List<CommitInfo> all = new ArrayList<>();
    PageRequest page = PageRequest.first(pageSize);
    while (true) {
      var answer = catalog.log(PROJECT, from, page);
      all.addAll(answer.items());
      if (answer.nextToken().isEmpty()) {
        return all;
      }
      page = page.next(answer.nextToken().get());
    }
  }

  @Override
  public void close() {
    catalog.close();
  }
}
