package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.contract.Postgres;
import dev.landfall.testkit.nessie.RacingPublisher.Attempt;
import dev.landfall.testkit.server.ServedLake;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishers and other clients race on one branch through two Nessie servers on one PostgreSQL
 * database, of which one is killed and started again.
 *
 * <p>{@code -Dlandfall.crash.rounds} says how often, {@code -Dlandfall.crash.seed} repeats what was
 * drawn.
 */
@Tag("nessie-server")
@Timeout(300)
class NessieServersTest {

  private static final int KILLS = Integer.getInteger("landfall.crash.rounds", 1);
  private static final int PUBLISHERS = 4;

  /** Strict publishers starve if the branch moves all the time. */
  private static final int PUBLISHES_FOR_A_FOREIGN_COMMIT = 4;

  @TempDir Path warehouse;

  private volatile boolean over;

  @Test
  void everyCommitIsInTheHistoryOnceOrNotAtAllAsItsOutcomeSays() throws Exception {
    long seed = Long.getLong("landfall.crash.seed", System.nanoTime());
    System.out.println("NessieServersTest: -Dlandfall.crash.seed=" + seed);
    Random random = new Random(seed);
    String database = Postgres.newDatabase();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (NessieNode one = NessieNode.start(database);
        NessieNode two = NessieNode.start(database);
        NessieLake lake = NessieLake.create(one.uri(), warehouse)) {
      List<NessieNode> nodes = List.of(one, two);
      List<Future<List<Attempt>>> publishers = new ArrayList<>();
      List<Future<List<String>>> foreigners = new ArrayList<>();
      createTables(lake.direct());
      for (int i = 0; i < PUBLISHERS; i++) {
        NessieNode node = nodes.get(i % 2);
        Project project = lake.client(node.uri(), 1).project(lake.name);
        publishers.add(threads.submit(new RacingPublisher(project, "t" + i, node, () -> over)));
      }
      for (NessieNode node : nodes) {
        foreigners.add(threads.submit(foreigner(lake.main(), node, nodes)));
      }
      for (int kill = 0; kill < KILLS; kill++) {
        killAndRestart(lake, nodes, random);
      }
      over = true;
      new Verdict(lake, nodes, collect(publishers), collect(foreigners)).require();
    } finally {
      over = true;
      threads.shutdownNow();
    }
  }

  private static void createTables(Project project) throws Exception {
    Commit commit = project.branch("main").commit();
    for (int i = 0; i < PUBLISHERS; i++) {
      commit.createTable("t" + i, project.writeTable(Rows.of(ServedLake.orders(0, 1))));
    }
    commit.publish();
  }

  /** Commits again and again, and returns the commits that were acknowledged. */
  private Callable<List<String>> foreigner(String main, NessieNode node, List<NessieNode> nodes) {
    ForeignClient client = new ForeignClient(node.uri());
    return () -> {
      List<String> commits = new ArrayList<>();
      while (!over) {
        int enough = acknowledged(nodes) + PUBLISHES_FOR_A_FOREIGN_COMMIT;
        try {
          commits.add(client.commitTo(main));
        } catch (UncheckedIOException e) {
          node.awaitRunning();
        }
        await().until(() -> over || acknowledged(nodes) >= enough);
      }
      return commits;
    };
  }

  private static void killAndRestart(NessieLake lake, List<NessieNode> nodes, Random random)
      throws Exception {
    awaitMore(nodes.get(0), 1 + random.nextInt(10));
    awaitMore(nodes.get(1), 1 + random.nextInt(10));
    int killed = random.nextInt(2);
    nodes.get(killed).killAtNext(lake.isAssign());
    awaitMore(nodes.get(1 - killed), 1 + random.nextInt(10));
    nodes.get(killed).restart();
    awaitMore(nodes.get(killed), 1);
  }

  /** Waits until a server has acknowledged so many more publishes. */
  private static void awaitMore(NessieNode node, int publishes) {
    int enough = node.acknowledged.get() + publishes;
    await().until(() -> node.acknowledged.get() >= enough);
  }

  private static int acknowledged(List<NessieNode> nodes) {
    return nodes.stream().mapToInt(node -> node.acknowledged.get()).sum();
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(120)).pollInterval(Duration.ofMillis(5));
  }

  private static <T> List<T> collect(List<Future<List<T>>> all) throws Exception {
    List<T> items = new ArrayList<>();
    for (Future<List<T>> each : all) {
      items.addAll(each.get(120, TimeUnit.SECONDS));
    }
    return items;
  }

  /** What must hold when the race is over. */
  private record Verdict(
      NessieLake lake, List<NessieNode> nodes, List<Attempt> attempts, List<String> foreign) {

    void require() {
      Map<Boolean, List<Attempt>> unknown =
          attempts.stream()
              .collect(
                  Collectors.partitioningBy(
                      attempt -> attempt.result() instanceof PublishResult.Unknown));
      System.out.printf(
          "%d publishes, %d acknowledged, %d unknown, and %d commits of others%n",
          attempts.size(), acknowledged(nodes), unknown.get(true).size(), foreign.size());
      assertThat(unknown.get(true)).hasSizeGreaterThanOrEqualTo(2 * KILLS);
      for (NessieNode node : nodes) {
        Map<OperationId, List<CommitInfo>> landed = landedAt(node);
        unknown.get(true).forEach(attempt -> requireSettled(attempt, node, landed));
      }
      Map<OperationId, List<CommitInfo>> landed = landedAt(nodes.get(0));
      assertThat(landedAt(nodes.get(1))).isEqualTo(landed);
      attempts.forEach(attempt -> requireAsTold(attempt, landed));
      requireLinear();
      requireRows(landed);
    }

    /** What landed is told by either server, and what did not is published or refused now. */
    private void requireSettled(
        Attempt attempt, NessieNode node, Map<OperationId, List<CommitInfo>> landed) {
      Project project = lake.client(node.uri(), 1).project(lake.name);
      FrozenCommit resumed = project.resumeCommit(attempt.commit().save());
      List<CommitInfo> commits = landed.getOrDefault(resumed.operationId(), List.of());
      assertThat(resumed.recover().map(BranchHead::commitId))
          .isEqualTo(commits.stream().map(CommitInfo::id).findFirst());
      PublishResult result = resumed.tryPublish();
      if (commits.isEmpty()) {
        assertThat(result)
            .isInstanceOfAny(PublishResult.BranchMoved.class, PublishResult.Published.class);
      } else {
        assertThat(result).isInstanceOf(PublishResult.Published.class);
      }
    }

    private static void requireAsTold(Attempt attempt, Map<OperationId, List<CommitInfo>> landed) {
      FrozenCommit commit = attempt.commit();
      List<CommitInfo> commits = landed.getOrDefault(commit.operationId(), List.of());
      if (attempt.result() instanceof PublishResult.Published published) {
        assertThat(commits).hasSize(1);
        assertThat(commits.get(0).id()).isEqualTo(published.head().commitId());
      } else if (attempt.result() instanceof PublishResult.Unknown) {
        assertThat(commits).hasSizeLessThan(2);
      } else {
        assertThat(commits).as("what %s refused", attempt.result()).isEmpty();
      }
      commits.forEach(each -> assertThat(each.parent()).contains(commit.head().commitId()));
    }

    private void requireLinear() {
      List<ForeignClient.Entry> history = lake.foreign.history(lake.main());
      for (int i = 0; i + 1 < history.size(); i++) {
        assertThat(history.get(i).parents()).containsExactly(history.get(i + 1).hash());
      }
      List<String> hashes = history.stream().map(ForeignClient.Entry::hash).toList();
      assertThat(hashes).doesNotHaveDuplicates();
      assertThat(foreign).isNotEmpty().doesNotHaveDuplicates().isSubsetOf(hashes);
    }

    private void requireRows(Map<OperationId, List<CommitInfo>> landed) {
      BranchHead head = lake.direct().branch("main");
      for (int i = 0; i < PUBLISHERS; i++) {
        String table = "t" + i;
        long appended =
            attempts.stream()
                .filter(attempt -> attempt.table().equals(table))
                .filter(attempt -> landed.containsKey(attempt.commit().operationId()))
                .count();
        assertThat(head.table(table).rows().count()).isEqualTo(1 + appended);
      }
    }

    private Map<OperationId, List<CommitInfo>> landedAt(NessieNode node) {
      Project project = lake.client(node.uri(), 1).project(lake.name);
      return project
          .log(project.branch("main"))
          .filter(commit -> commit.operationId().isPresent())
          .collect(Collectors.groupingBy(commit -> commit.operationId().orElseThrow()));
    }
  }
}
