package dev.landfall.testkit.simulation;

import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A history made by hand. Operation n makes commit n, which moves both tables to version n. It is
 * good until a test breaks it.
 */
final class MadeHistory {

  static final UUID MAIN = new UUID(1, 1);
  static final TableName A = TableName.of("a");
  static final TableName B = TableName.of("b");

  private final Map<OperationId, CommitContent> requests = new LinkedHashMap<>();
  private final List<RecordedCall> calls = new ArrayList<>();
  private final List<CommitInfo> commits = new ArrayList<>();
  private final Map<OperationId, CommitId> landed = new LinkedHashMap<>();
  private final Map<BranchName, Answer.Head> branches = new HashMap<>();
  private final Map<CommitId, Map<TableName, SeenTable>> tables = new HashMap<>();
  private final List<Loss> losses = new ArrayList<>();
  private long time;

  MadeHistory() {
    commits.add(new CommitInfo(commit(0), null, Instant.EPOCH, null, null, Map.of(), List.of()));
    branches.put(BranchName.MAIN, new Answer.Head(MAIN, commit(0)));
  }

  static OperationId op(int n) {
    return new OperationId(new UUID(7, n));
  }

  static CommitId commit(int n) {
    return new CommitId("%016x".formatted(0xc000 + n));
  }

  static String version(int n, TableName table) {
    return "file:///lake/" + table + "-" + n + ".json";
  }

  static Map<TableName, SeenTable> versions(int n) {
    Map<TableName, SeenTable> versions = new HashMap<>();
    List.of(A, B).forEach(t -> versions.put(t, new SeenTable(version(n, t), op(n))));
    return versions;
  }

  static Answer landedAs(int n) {
    return new Answer.Landed(commit(n));
  }

  /** Notes the request of operation n, made for commit base of a branch. */
  MadeHistory request(int n, int base, UUID branchId, BranchName branch, Comparison comparison) {
    List<Change> changes =
        List.of(A, B).stream()
            .<Change>map(
                t ->
                    n == 1
                        ? new Change.Create(t, new UUID(5, 5), version(1, t))
                        : new Change.Update(t, new UUID(5, 5), version(base, t), version(n, t)))
            .toList();
    requests.put(
        op(n),
        new CommitContent(
            new ProjectName("demo"),
            branch,
            branchId,
            commit(base),
            comparison,
            op(n),
            null,
            Map.of(),
            changes));
    return this;
  }

  MadeHistory request(int n, int base) {
    return request(n, base, MAIN, BranchName.MAIN, Comparison.HEAD);
  }

  /** Puts commit n into the catalog, behind another one. */
  MadeHistory lands(int n, int parent) {
    CommitContent request = requests.get(op(n));
    return lands(n, commit(n), parent, request == null ? List.of() : request.changes());
  }

  MadeHistory lands(int n, CommitId id, int parent, List<Change> changes) {
    commits.add(new CommitInfo(id, commit(parent), Instant.EPOCH, op(n), null, Map.of(), changes));
    landed.put(op(n), id);
    branches.put(BranchName.MAIN, new Answer.Head(MAIN, id));
    return this;
  }

  /** Makes n commits in a line, each asked for and answered. */
  static MadeHistory line(int n) {
    MadeHistory history = new MadeHistory();
    for (int i = 1; i <= n; i++) {
      history.request(i, i - 1).lands(i, i - 1).call(new Call.Publish(op(i)), landedAs(i));
    }
    return history;
  }

  MadeHistory call(Call call, Answer answer) {
    return call("writer", call, time + 1, time + 2, answer);
  }

  MadeHistory call(String caller, Call call, long begin, long end, Answer answer) {
    time = Math.max(time, end == RecordedCall.NEVER ? begin : end);
    calls.add(new RecordedCall(calls.size() + 1, caller, call, begin, end, answer));
    return this;
  }

  MadeHistory branch(String name, @Nullable UUID id, int head) {
    if (id == null) {
      branches.remove(new BranchName(name));
    } else {
      branches.put(new BranchName(name), new Answer.Head(id, commit(head)));
    }
    return this;
  }

  MadeHistory forgetsCommit(int n) {
    commits.removeIf(commit -> commit.id().equals(commit(n)));
    return this;
  }

  MadeHistory forgetsOperation(int n) {
    landed.remove(op(n));
    return this;
  }

  MadeHistory binds(int n, Map<TableName, SeenTable> seen) {
    tables.put(commit(n), seen);
    return this;
  }

  /** Lets the power fail, at a durability that gives up what the last calls were told. */
  MadeHistory loses(int lastCalls) {
    losses.add(new Loss(time - 2L * lastCalls, time));
    return this;
  }

  Verdict verdict() {
    return HistoryChecker.check(
        new History(requests, calls, new FinalState(branches, commits, landed, tables), losses));
  }
}
