package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The mirror beside a database that one thread commits to. */
class HeadMirrorTest {

  private static final HeadMirror.Branch MAIN = new HeadMirror.Branch(1, new BranchName("main"));
  private static final TableName A = TableName.of("a");
  private static final TableName B = TableName.of("b");
  private static final UUID ID = new UUID(1, 1);

  private static final int READERS = 3;
  private static final int COMMITS = 20_000;
  // Made beforehand, so that little but the mirror's own steps is interleaved.
  private static final List<BranchState> STATES =
      IntStream.range(0, COMMITS).mapToObj(HeadMirrorTest::makeState).toList();

  private final HeadMirror mirror = HeadMirror.empty();
  // The database: the number of the branch's last commit, which moves both tables to its version.
  private volatile int database;

  /**
   * Since heads only grow, one order that real time allows means: a read that begins when the
   * database has commit m and ends when it has commit n answers one of m to n.
   */
  @Test
  @Timeout(60)
  void readersSeeOneOrderOfWholeCommits() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    try {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(threads.submit(this::readUntilTheLast));
      }
      for (int i = 1; i < COMMITS; i++) {
        commit();
        refusedCommit();
      }
      for (Future<Long> reader : readers) {
        assertThat(reader.get(30, TimeUnit.SECONDS)).isPositive();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private long readUntilTheLast() {
    long reads = 0;
    int last = 0;
    while (last < COMMITS - 1) {
      int from = database;
      BranchState head = readHead();
      int number = numberOf(head);
      assertThat(number).isBetween(Math.max(from, last), database);
      assertThat(List.of(version(head, A), version(head, B))).containsOnly(number);
      last = number;
      reads++;
    }
    return reads;
  }

  @Test
  void whatWasReadWhileSomethingChangedIsNotRemembered() {
    BranchState read =
        mirror.branch(
            MAIN,
            () -> {
              BranchState old = state(database);
              commit();
              return old;
            });
    assertThat(numberOf(read)).isZero();
    assertThat(head()).isOne();

    mirror.beforeCommit(Set.of());
    assertThat(numberOf(readHead(new HeadMirror.Branch(1, new BranchName("other"))))).isOne();
    database = 2;
    mirror.afterCommit(() -> {});
    assertThat(numberOf(readHead(new HeadMirror.Branch(1, new BranchName("other"))))).isEqualTo(2);
  }

  @Test
  void aReaderOfTheLastHeadSeesItsTablesWhileTheNextOneIsTakenOver() {
    MirroredBranch branch = new MirroredBranch(state(0), 10);
    branch.advance(state(1), List.of(update(A, 1), update(B, 1)));
    List<String> seen = new ArrayList<>();
    List<Change> changes = List.of(update(A, 2), update(B, 2));
    branch.advance(
        state(2),
        new AbstractList<>() {
          @Override
          public Change get(int index) {
            seen.add(locationAt(branch, 1, A) + locationAt(branch, 1, B));
            return changes.get(index);
          }

          @Override
          public int size() {
            return changes.size();
          }
        });
    assertThat(seen).containsExactly("11", "11");
    assertThat(locationAt(branch, 2, A) + locationAt(branch, 2, B)).isEqualTo("22");
    branch.advance(state(3), List.of(new Change.Rename(A, TableName.of("c"))));
    assertThat(locationAt(branch, 3, A)).as("asked of the database").isEqualTo("-");
    assertThat(locationAt(branch, 3, B)).isEqualTo("2");
    assertThat(locationAt(branch, 2, B)).as("asked of the database").isEqualTo("-");
  }

  private static String locationAt(MirroredBranch branch, int number, TableName table) {
    return branch
        .table(state(number).head().id(), table, Optional::empty)
        .map(TableEntry::metadataLocation)
        .orElse("-");
  }

  /** Commits both tables. */
  private void commit() {
    int next = database + 1;
    mirror.beforeCommit(Set.of(MAIN));
    Thread.yield();
    database = next;
    Thread.yield();
    mirror.afterCommit(() -> mirror.moved(MAIN, state(next), changes(next)));
  }

  /** Lets a database commit pass that moved nothing here. */
  private void refusedCommit() {
    mirror.beforeCommit(Set.of(MAIN));
    mirror.afterCommit(() -> {});
  }

  private int head() {
    return numberOf(readHead());
  }

  private BranchState readHead() {
    return readHead(MAIN);
  }

  private BranchState readHead(HeadMirror.Branch branch) {
    return mirror.branch(
        branch,
        () -> {
          BranchState read = state(database);
          Thread.yield();
          return read;
        });
  }

  private int version(BranchState head, TableName table) {
    Optional<TableEntry> entry =
        mirror.table(
            MAIN.project(),
            head.head().id(),
            table,
            () -> Optional.of(entry(table, numberOf(head))));
    return Integer.parseInt(entry.orElseThrow().metadataLocation());
  }

  private static List<Change> changes(int number) {
    return List.of(update(A, number), update(B, number));
  }

  private static Change update(TableName table, int number) {
    return new Change.Update(table, ID, String.valueOf(number - 1), String.valueOf(number));
  }

  private static TableEntry entry(TableName table, int number) {
    return new TableEntry(table, ID, String.valueOf(number));
  }

  private static int numberOf(BranchState state) {
    return Integer.parseInt(state.head().id().value(), 16);
  }

  private static BranchState state(int number) {
    return STATES.get(number);
  }

  private static BranchState makeState(int number) {
    return new BranchState(
        new ProjectInfo(new ProjectName("p"), "file:///p", Instant.EPOCH),
        MAIN.name(),
        ID,
        new CommitInfo(
            new CommitId(String.format("%064x", number)),
            null,
            Instant.EPOCH,
            null,
            null,
            Map.of(),
            List.of()));
  }
}
