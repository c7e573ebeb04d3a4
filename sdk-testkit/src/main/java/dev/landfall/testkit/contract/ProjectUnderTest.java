package dev.landfall.testkit.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A project in a catalog under test, and short ways to make requests on it. */
final class ProjectUnderTest {

  final Catalog catalog;
  final ProjectName name;
  final ProjectInfo info;
  final TableFiles files;

  ProjectUnderTest(Catalog catalog, ProjectInfo info) {
    this(catalog, info, new TableFiles(info.location()));
  }

  private ProjectUnderTest(Catalog catalog, ProjectInfo info, TableFiles files) {
    this.catalog = catalog;
    this.name = info.name();
    this.info = info;
    this.files = files;
  }

  /** Returns the same project as another catalog over the same store shows it. */
  ProjectUnderTest in(Catalog other) {
    return new ProjectUnderTest(other, info, files);
  }

  BranchState main() {
    return catalog.branch(name, BranchName.MAIN);
  }

  BranchState branch(String branch) {
    return catalog.branch(name, new BranchName(branch));
  }

  BranchState createBranch(String branch, CommitId from) {
    return catalog.createBranch(name, new BranchName(branch), from);
  }

  Change.Create creating(String table) {
    return files.create(TableName.of(table));
  }

  Change.Update updating(TableEntry entry) {
    return new Change.Update(
        entry.name(), entry.tableId(), entry.metadataLocation(), files.next(entry.tableId()));
  }

  Change.Drop dropping(String table) {
    return new Change.Drop(TableName.of(table));
  }

  Change.Rename renaming(String table, String newName) {
    return new Change.Rename(TableName.of(table), TableName.of(newName));
  }

  Change.AssertUnchanged asserting(TableEntry entry) {
    return new Change.AssertUnchanged(entry.name(), entry.tableId(), entry.metadataLocation());
  }

  CommitContent content(BranchState branch, Comparison comparison, List<Change> changes) {
    return new CommitContent(
        name,
        branch.name(),
        branch.branchId(),
        branch.head().id(),
        comparison,
        OperationId.random(),
        "message",
        Map.of("key", "value"),
        changes);
  }

  static PublishRequest request(CommitContent content) {
    return new PublishRequest(CommitContentCodec.encode(content), content);
  }

  /** Makes a request that lands only on the head of that state. */
  PublishRequest request(BranchState branch, Change... changes) {
    return request(content(branch, Comparison.HEAD, List.of(changes)));
  }

  /** Makes a request that is compared table by table. */
  PublishRequest release(BranchState branch, Change... changes) {
    return request(content(branch, Comparison.TABLES, List.of(changes)));
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
    throw new AssertionError("Expected a published commit, but the answer was " + answer);
  }

  static PublishAnswer.BranchMoved moved(PublishAnswer answer) {
    if (answer instanceof PublishAnswer.BranchMoved moved) {
      return moved;
    }
    throw new AssertionError("Expected the branch to have moved, but the answer was " + answer);
  }

  static PublishAnswer.Conflicted conflicted(PublishAnswer answer) {
    if (answer instanceof PublishAnswer.Conflicted conflicted) {
      return conflicted;
    }
    throw new AssertionError("Expected conflicts, but the answer was " + answer);
  }

  Optional<CommitInfo> find(PublishRequest request) {
    return catalog.findOperation(name, request.operationId(), request.sha256());
  }

  Optional<CommitInfo> abandon(PublishRequest request) {
    return catalog.abandon(name, request.operationId(), request.sha256());
  }

  Optional<TableEntry> findTable(CommitId commit, String table) {
    return catalog.table(name, commit, TableName.of(table));
  }

  TableEntry table(CommitId commit, String table) {
    return findTable(commit, table)
        .orElseThrow(() -> new AssertionError("Commit " + commit + " binds no table " + table));
  }

  /** Returns what the head of main binds. */
  TableEntry table(String table) {
    return table(main().head().id(), table);
  }

  List<TableEntry> tables(CommitId commit) {
    return tables(commit, 100);
  }

  List<TableEntry> tables(CommitId commit, int pageSize) {
    return all(pageSize, page -> catalog.tables(name, commit, page));
  }

  List<String> tableNames(CommitId commit) {
    return tables(commit, 3).stream().map(entry -> entry.name().toString()).toList();
  }

  List<CommitInfo> log(CommitId from) {
    return log(from, 100);
  }

  List<CommitInfo> log(CommitId from, int pageSize) {
    return all(pageSize, page -> catalog.log(name, from, page));
  }

  /** Reads a list to its end by pages of the given size. */
  static <T> List<T> all(int pageSize, Function<PageRequest, Page<T>> list) {
    List<T> items = new ArrayList<>();
    PageRequest next = PageRequest.first(pageSize);
    while (true) {
      Page<T> page = list.apply(next);
      items.addAll(page.items());
      if (page.nextToken().isEmpty()) {
        return items;
      }
      next = next.next(page.nextToken().get());
    }
  }
}
