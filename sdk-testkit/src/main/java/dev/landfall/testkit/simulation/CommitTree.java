package dev.landfall.testkit.simulation;

import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The commits that a catalog holds, by their parents, and what each of them must bind. */
final class CommitTree {

  /** What a name is bound to: a version and the operation that bound it. */
  record Bound(String metadataLocation, OperationId writer) {}

  private final Map<OperationId, CommitContent> requests;
  private final Map<CommitId, CommitInfo> commits = new LinkedHashMap<>();
  private final Map<CommitId, Integer> depths = new HashMap<>();
  private final Map<CommitId, Map<TableName, Bound>> tables = new HashMap<>();
  private final Map<UUID, List<CommitInfo>> lines = new LinkedHashMap<>();

  CommitTree(History history) {
    this.requests = history.requests();
    history.end().commits().forEach(commit -> commits.putIfAbsent(commit.id(), commit));
    for (CommitInfo commit : commits.values()) {
      request(commit)
          .ifPresent(
              request ->
                  lines.computeIfAbsent(request.branchId(), id -> new ArrayList<>()).add(commit));
    }
    lines.values().forEach(line -> line.sort(Comparator.comparingInt(c -> depth(c.id()))));
  }

  Map<CommitId, CommitInfo> commits() {
    return commits;
  }

  /** Returns the commits that were published to a branch, in the order in which they stand. */
  List<CommitInfo> line(UUID branchId) {
    return lines.getOrDefault(branchId, List.of());
  }

  Map<UUID, List<CommitInfo>> lines() {
    return lines;
  }

  Optional<CommitContent> request(CommitInfo commit) {
    return commit.operationId().map(requests::get);
  }

  boolean has(CommitId commit) {
    return commits.containsKey(commit);
  }

  /** Returns how many commits stand before one; -1 if the commit itself is not there. */
  int depth(CommitId commit) {
    Integer known = depths.get(commit);
    if (known != null) {
      return known;
    }
    CommitInfo info = commits.get(commit);
    int depth = info == null ? -1 : info.parent().map(parent -> depth(parent) + 1).orElse(0);
    depths.put(commit, depth);
    return depth;
  }

  /** Returns what a commit must bind, by the requests of all commits up to it. */
  Map<TableName, Bound> tables(CommitId commit) {
    Map<TableName, Bound> known = tables.get(commit);
    if (known != null) {
      return known;
    }
    Map<TableName, Bound> bound = new HashMap<>();
    CommitInfo info = commits.get(commit);
    if (info != null) {
      info.parent().ifPresent(parent -> bound.putAll(tables(parent)));
      request(info).ifPresent(request -> request.changes().forEach(c -> apply(c, request, bound)));
    }
    tables.put(commit, bound);
    return bound;
  }

  private static void apply(Change change, CommitContent request, Map<TableName, Bound> bound) {
    OperationId writer = request.operationId();
    if (change instanceof Change.Update update) {
      bound.put(update.table(), new Bound(update.metadataLocation(), writer));
    } else if (change instanceof Change.Create create) {
      bound.put(create.table(), new Bound(create.metadataLocation(), writer));
    } else if (change instanceof Change.Drop drop) {
      bound.remove(drop.table());
    } else if (change instanceof Change.Rename rename) {
      Bound moved = bound.remove(rename.table());
      if (moved != null) {
        bound.put(rename.newName(), moved);
      }
    }
  }
}
