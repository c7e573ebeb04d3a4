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
import java.util.stream.IntStream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * The mirror beside a database that one thread commits to: whatever threads read through it, they
 * could have read from the database alone, in one order. Each operation returns what it saw.
 */
public class HeadMirrorTest {

  private static final HeadMirror.Branch MAIN = new HeadMirror.Branch(1, new BranchName("main"));
  private static final TableName A = TableName.of("a");
  private static final TableName B = TableName.of("b");
  private static final UUID ID = new UUID(1, 1);

  // Made beforehand, so that the checker has only the mirror's own steps to interleave.
  private static final List<BranchState> STATES =
      IntStream.range(0, 40).mapToObj(HeadMirrorTest::makeState).toList();

  private final HeadMirror mirror = HeadMirror.empty();
  // The database: the number of the branch's last commit, which moves both tables to its version.
  private volatile int database;

  @Test
  void readersSeeOneOrderOfWholeCommits() {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(4)
        .sequentialSpecification(DatabaseAlone.class)
        .check(HeadMirrorTest.class);
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
  @Operation(nonParallelGroup = "writer")
  public int commit() {
    int next = database + 1;
    mirror.beforeCommit(Set.of(MAIN));
    Thread.yield();
    database = next;
    Thread.yield();
    mirror.afterCommit(() -> mirror.moved(MAIN, state(next), changes(next)));
    return next;
  }

  /** Lets a database commit pass that moved nothing here. */
  @Operation(nonParallelGroup = "writer")
  public int refusedCommit() {
    int now = database;
    mirror.beforeCommit(Set.of(MAIN));
    mirror.afterCommit(() -> {});
    return now;
  }

  /** Asks what no mirror answers, as a look-up of an operation does. */
  @Operation
  public int headInDatabase() {
    return database;
  }

  @Operation
  public int head() {
    return numberOf(readHead());
  }

  /** Reads a head and both tables at it; a mix of two commits would be another number. */
  @Operation
  public int tablesAtHead() {
    BranchState head = readHead();
    int number = numberOf(head);
    return version(head, A) == number && version(head, B) == number ? number : -1;
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

  /** The same operations, on a database without a mirror. */
  public static class DatabaseAlone {
    private int database;

    public int commit() {
      return ++database;
    }

    public int refusedCommit() {
      return database;
    }

    public int headInDatabase() {
      return database;
    }

    public int head() {
      return database;
    }

    public int tablesAtHead() {
      return database;
    }
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
