package dev.landfall.testkit.simulation;

import dev.landfall.model.BranchName;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.testkit.simulation.HistoryChecker.Findings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What the line of each branch must be, and in which order it may be seen. */
final class BranchRules {

  /** Somebody saw a branch at a commit, at some moment of a call. */
  private record Sighting(UUID branchId, CommitId commit, RecordedCall call, boolean newest) {}

  private final History history;
  private final CommitTree tree;
  private final CallIndex calls;
  private final Findings findings;
  private final Map<UUID, List<Sighting>> sightings = new LinkedHashMap<>();
  private final Map<UUID, BranchName> names = new HashMap<>();

  BranchRules(History history, CommitTree tree, CallIndex calls, Findings findings) {
    this.history = history;
    this.tree = tree;
    this.calls = calls;
    this.findings = findings;
  }

  void check() {
    history.requests().values().forEach(request -> names.put(request.branchId(), request.branch()));
    history.calls().forEach(this::collect);
    tree.lines().forEach(this::checkLine);
    sightings.forEach(this::checkSightings);
    history.end().branches().forEach(this::checkEnd);
    checkGone();
    checkDeletions();
  }

  private void collect(RecordedCall call) {
    if (call.answer() instanceof Answer.Head head) {
      branchOf(call.call()).ifPresent(name -> names.put(head.branchId(), name));
      add(head.branchId(), head.commit(), call, true);
      return;
    }
    CommitContent request = CallIndex.operationOf(call).map(history.requests()::get).orElse(null);
    if (request == null) {
      return;
    }
    if (call.answer() instanceof Answer.Landed landed) {
      add(request.branchId(), landed.commit(), call, false);
    } else if (call.answer() instanceof Answer.BranchMoved moved && moved.actual() != null) {
      add(request.branchId(), moved.actual(), call, true);
    }
  }

  private void add(UUID branchId, CommitId commit, RecordedCall call, boolean newest) {
    sightings
        .computeIfAbsent(branchId, id -> new ArrayList<>())
        .add(new Sighting(branchId, commit, call, newest));
  }

  private void checkLine(UUID branchId, List<CommitInfo> line) {
    for (int i = 1; i < line.size(); i++) {
      CommitInfo before = line.get(i - 1);
      CommitInfo commit = line.get(i);
      if (!commit.parent().filter(before.id()::equals).isPresent()) {
        findings.add(
            Rule.ONE_LINE,
            "Branch "
                + names.get(branchId)
                + " forks: "
                + commit
                + " does not follow "
                + before
                + ", both were published to it");
      }
    }
    checkOrderOfPublishes(branchId, line);
  }

  /** What was seen before a commit was asked for stands before it. */
  private void checkOrderOfPublishes(UUID branchId, List<CommitInfo> line) {
    for (CommitInfo commit : line) {
      Optional<RecordedCall> asked = commit.operationId().flatMap(calls::firstPublish);
      for (Sighting seen : sightings.getOrDefault(branchId, List.of())) {
        if (asked.isPresent()
            && seen.call().endedBefore(asked.get())
            && tree.depth(seen.commit()) >= tree.depth(commit.id())) {
          findings.add(
              Rule.REAL_TIME,
              commit
                  + " was asked for after "
                  + seen.commit()
                  + " had been seen, and does not stand behind it",
              seen.call(),
              asked.get());
        }
      }
    }
  }

  private void checkSightings(UUID branchId, List<Sighting> seen) {
    Set<CommitId> line = new HashSet<>();
    tree.line(branchId).forEach(commit -> line.add(commit.id()));
    Optional<CommitId> start = start(branchId);
    for (Sighting sighting : seen) {
      if (!tree.has(sighting.commit())) {
        findings.add(
            Rule.NOTHING_LOST,
            "Head " + sighting.commit() + " was seen, and is gone",
            sighting.call());
      } else if (!line.contains(sighting.commit())
          && start.isPresent()
          && !start.get().equals(sighting.commit())) {
        findings.add(
            Rule.ONE_LINE,
            "Branch "
                + names.get(branchId)
                + " was seen at "
                + sighting.commit()
                + ", which was not published to this branch",
            sighting.call());
      }
      checkNotFromTheFuture(sighting);
    }
    checkForward(branchId, seen);
  }

  private void checkForward(UUID branchId, List<Sighting> seen) {
    for (Sighting later : seen) {
      for (Sighting earlier : seen) {
        if (later.newest()
            && earlier.call().endedBefore(later.call())
            && tree.depth(earlier.commit()) > tree.depth(later.commit())) {
          findings.add(
              Rule.REAL_TIME,
              "Branch "
                  + names.get(branchId)
                  + " went back from "
                  + earlier.commit()
                  + " to "
                  + later.commit(),
              earlier.call(),
              later.call());
          return;
        }
      }
    }
  }

  private void checkNotFromTheFuture(Sighting sighting) {
    CommitInfo commit = tree.commits().get(sighting.commit());
    if (commit == null) {
      return;
    }
    Optional<RecordedCall> asked = commit.operationId().flatMap(calls::firstPublish);
    if (asked.isPresent() && sighting.call().endedBefore(asked.get())) {
      findings.add(
          Rule.REAL_TIME,
          "Head " + commit.id() + " was seen before it was asked for",
          sighting.call(),
          asked.get());
    }
  }

  private void checkEnd(BranchName name, Answer.Head head) {
    List<CommitInfo> line = tree.line(head.branchId());
    Optional<CommitId> last =
        line.isEmpty() ? start(head.branchId()) : Optional.of(line.get(line.size() - 1).id());
    if (last.isPresent() && !last.get().equals(head.commit())) {
      findings.add(
          tree.depth(last.get()) > tree.depth(head.commit()) ? Rule.NOTHING_LOST : Rule.ONE_LINE,
          "Branch "
              + name
              + " ends at "
              + head.commit()
              + ", but the last commit that was published to it is "
              + last.get());
    }
  }

  /** A branch is gone only if somebody may have deleted it. */
  private void checkGone() {
    Set<UUID> there = new HashSet<>();
    history.end().branches().values().forEach(head -> there.add(head.branchId()));
    for (UUID branchId : sightings.keySet()) {
      BranchName name = names.get(branchId);
      boolean mayBeDeleted =
          there.contains(branchId)
              || name == null
              || deletions(name).stream().anyMatch(BranchRules::mayHaveDeleted);
      if (!mayBeDeleted) {
        findings.add(
            Rule.NOTHING_LOST,
            "Branch " + name + " is gone, and nobody deleted it",
            sightings.get(branchId).get(0).call());
      }
    }
  }

  /** A deletion ends a branch exactly at the head that it expected. */
  private void checkDeletions() {
    for (BranchName name : Set.copyOf(names.values())) {
      for (RecordedCall call : deletions(name)) {
        CommitId expected = ((Call.DeleteBranch) call.call()).expectedHead();
        if (call.answer() instanceof Answer.Deleted && !someBranchEndsAt(name, expected)) {
          findings.add(
              Rule.NOTHING_LOST,
              "Branch " + name + " was deleted at " + expected + ", but had gone on from there",
              call);
        }
      }
    }
  }

  private boolean someBranchEndsAt(BranchName name, CommitId expected) {
    if (mayHaveBeenCreatedAt(name, expected)) {
      return true;
    }
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .anyMatch(
            entry -> {
              List<CommitInfo> line = tree.line(entry.getKey());
              Optional<CommitId> last =
                  line.isEmpty()
                      ? start(entry.getKey())
                      : Optional.of(line.get(line.size() - 1).id());
              return last.isEmpty() || last.get().equals(expected);
            });
  }

  /** A creation that came twice, or whose answer was lost, makes a branch that nobody saw. */
  private boolean mayHaveBeenCreatedAt(BranchName name, CommitId commit) {
    return history.calls().stream()
        .anyMatch(call -> call.call().equals(new Call.CreateBranch(name, commit)));
  }

  private Collection<RecordedCall> deletions(BranchName name) {
    return history.calls().stream()
        .filter(
            call -> call.call() instanceof Call.DeleteBranch delete && delete.branch().equals(name))
        .toList();
  }

  /** A second delivery of a deletion may have given the answer: that there is no branch. */
  private static boolean mayHaveDeleted(RecordedCall call) {
    return !(call.answer() instanceof Answer.BranchMoved);
  }

  /** Returns the commit that a branch was created at: what its first commit stands on. */
  private Optional<CommitId> start(UUID branchId) {
    List<CommitInfo> line = tree.line(branchId);
    if (!line.isEmpty()) {
      return line.get(0).parent();
    }
    return sightings.getOrDefault(branchId, List.of()).stream()
        .filter(Sighting::newest)
        .map(Sighting::commit)
        .findFirst();
  }

  private static Optional<BranchName> branchOf(Call call) {
    if (call instanceof Call.ReadHead read) {
      return Optional.of(read.branch());
    }
    return call instanceof Call.CreateBranch create
        ? Optional.of(create.branch())
        : Optional.empty();
  }
}
