package dev.landfall.testkit.simulation;

import dev.landfall.FrozenCommit;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.SavedCommitCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The end of a history: when all is quiet, another process looks every operation up and sends some
 * once more, and then the catalog itself is looked at.
 */
final class Settling {

  private static final PageRequest ALL = PageRequest.first(PageRequest.MAX_SIZE);
  private static final ProjectName PROJECT = new ProjectName(Stage.PROJECT);

  private final World world;
  private final Stage stage;
  private final Recorder recorder;

  Settling(Stage stage) {
    this.world = stage.world;
    this.stage = stage;
    this.recorder = world.recorder;
  }

  /** Asks for every operation once more, and sends some of them again. */
  void askAgain() {
    world.calm = true;
    RecordedClient client = new RecordedClient(world, "settler", stage);
    client.pin(Stage.MAIN).ifPresent(client::readTables);
    for (PublishRequest request : List.copyOf(recorder.requests())) {
      FrozenCommit commit =
          client.project().resumeCommit(SavedCommit.fromJson(SavedCommitCodec.encode(request)));
      if (world.upTo(3) == 0) {
        client.publish(commit);
      }
      client.recover(commit);
    }
  }

  /** Looks at the catalog. */
  FinalState look() {
    Catalog catalog = stage.server.catalog();
    Map<BranchName, Answer.Head> branches = new HashMap<>();
    Map<CommitId, CommitInfo> commits = new LinkedHashMap<>();
    for (BranchState branch : catalog.branches(PROJECT, ALL).items()) {
      branches.put(branch.name(), new Answer.Head(branch.branchId(), branch.head().id()));
      addLog(catalog, branch.head().id(), commits);
    }
    Map<OperationId, CommitId> landed = new HashMap<>();
    for (PublishRequest request : recorder.requests()) {
      find(catalog, request)
          .ifPresent(
              commit -> {
                landed.put(request.operationId(), commit.id());
                addLog(catalog, commit.id(), commits);
              });
    }
    for (CommitId seen : seenCommits()) {
      addLog(catalog, seen, commits);
    }
    return new FinalState(
        branches, List.copyOf(commits.values()), landed, tables(catalog, branches, commits));
  }

  private Map<CommitId, Map<TableName, SeenTable>> tables(
      Catalog catalog, Map<BranchName, Answer.Head> branches, Map<CommitId, CommitInfo> commits) {
    Set<CommitId> chosen = new LinkedHashSet<>();
    branches.values().forEach(head -> chosen.add(head.commit()));
    List<CommitId> all = new ArrayList<>(commits.keySet());
    for (int i = 0; i < 3 && !all.isEmpty(); i++) {
      chosen.add(all.get(world.upTo(all.size())));
    }
    Map<CommitId, Map<TableName, SeenTable>> tables = new HashMap<>();
    for (CommitId commit : chosen) {
      Map<TableName, SeenTable> seen = new HashMap<>();
      for (TableEntry entry : catalog.tables(PROJECT, commit, ALL).items()) {
        seen.put(entry.name(), VersionFiles.see(entry.metadataLocation()));
      }
      tables.put(commit, seen);
    }
    return tables;
  }

  private Set<CommitId> seenCommits() {
    Set<CommitId> seen = new LinkedHashSet<>();
    for (RecordedCall call : recorder.calls()) {
      CallIndex.landed(call).ifPresent(seen::add);
      if (call.answer() instanceof Answer.Head head) {
        seen.add(head.commit());
      }
    }
    return seen;
  }

  private static void addLog(Catalog catalog, CommitId from, Map<CommitId, CommitInfo> commits) {
    if (commits.containsKey(from)) {
      return;
    }
    try {
      for (CommitInfo commit : catalog.log(PROJECT, from, ALL).items()) {
        commits.putIfAbsent(commit.id(), commit);
      }
    } catch (CatalogException e) {
      // It is not there, which the checker finds.
    }
  }

  private static Optional<CommitInfo> find(Catalog catalog, PublishRequest request) {
    try {
      return catalog.findOperation(PROJECT, request.operationId(), request.sha256());
    } catch (CatalogException e) {
      return Optional.empty();
    }
  }
}
