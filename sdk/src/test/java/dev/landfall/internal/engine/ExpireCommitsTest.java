package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.NotFoundException;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An expired commit gives its tables away, and no other commit loses any. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class ExpireCommitsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Parameter TestStore store;

  @TempDir Path directory;
  private Lake lake;
  private Instant now = START;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, () -> now, EngineHooks.NONE);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void theHeadOfABranchNeverExpires() {
    CommitInfo one = landAt(1, lake.creating("a"));
    lake.createBranch("old", one.id());
    CommitInfo two = landAt(2, lake.updating(lake.table("a")));

    expireBefore(100);

    assertThat(lake.tableNames(one.id())).containsExactly("a");
    assertThat(lake.tableNames(two.id())).containsExactly("a");
    lake.catalog.deleteBranch(Lake.PROJECT, lake.branch("old").name(), one.id());
    assertThat(expireBefore(100)).isEqualTo(1);
    assertThat(versions()).isEqualTo(locations(lake.tables(two.id(), 10)));
  }

  @Test
  void aReaderNeverTakesMissingTablesForNone() {
    CommitInfo one = landAt(1, lake.creating("a"), lake.creating("b"));
    landAt(2, lake.dropping(lake.table("a")), lake.dropping(lake.table("b")));
    var first = lake.catalog.tables(Lake.PROJECT, one.id(), PageRequest.first(1));

    expireBefore(2);

    PageRequest next = PageRequest.first(1).next(first.nextToken().orElseThrow());
    assertThatThrownBy(() -> lake.catalog.tables(Lake.PROJECT, one.id(), next))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void anUnknownProjectIsRefused() {
    assertThatThrownBy(() -> lake.catalog.expireCommits(new ProjectName("other"), START))
        .isInstanceOf(NotFoundException.class);
  }

  /** Against a model: the tables of every commit as they were when it landed. */
  @RepeatedTest(5)
  void everyOtherCommitKeepsItsTables() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<CommitInfo, List<TableEntry>> tables = new LinkedHashMap<>();
    Set<CommitId> expired = new HashSet<>();
    tables.put(lake.main().head(), List.of());
    for (int step = 1; step <= 60; step++) {
      now = START.plusSeconds(step);
      randomStep(random, tables, expired);
      if (random.nextInt(12) == 0) {
        expire(START.plusSeconds(random.nextInt(step + 2)), tables, expired);
      }
    }
    expire(now, tables, expired);

    Set<String> readable = new TreeSet<>();
    tables.forEach(
        (commit, expected) -> {
          if (expired.contains(commit.id())) {
            assertThatThrownBy(() -> lake.tables(commit.id(), 3))
                .as("seed %s", seed)
                .isInstanceOf(NotFoundException.class);
          } else {
            assertThat(lake.tables(commit.id(), 3)).as("seed %s", seed).isEqualTo(expected);
            readable.addAll(locations(expected));
          }
        });
    assertThat(versions()).as("seed %s", seed).containsAll(readable);
  }

  private void randomStep(
      Random random, Map<CommitInfo, List<TableEntry>> tables, Set<CommitId> expired) {
    List<BranchState> branches =
        lake.catalog.branches(Lake.PROJECT, PageRequest.first(100)).items();
    BranchState branch = branches.get(random.nextInt(branches.size()));
    switch (random.nextInt(8)) {
      case 0 -> {
        List<CommitInfo> commits = new ArrayList<>(tables.keySet());
        CommitId from = commits.get(random.nextInt(commits.size())).id();
        if (!expired.contains(from)) {
          lake.createBranch("b" + now.getEpochSecond(), from);
        }
      }
      case 1 -> {
        if (branches.size() > 1) {
          lake.catalog.deleteBranch(Lake.PROJECT, branch.name(), branch.head().id());
        }
      }
      default -> {
        CommitInfo landed = Lake.landed(lake.publish(branch, randomChange(random, branch)));
        tables.put(landed, lake.tables(landed.id(), 100));
      }
    }
  }

  private Change randomChange(Random random, BranchState branch) {
    List<TableEntry> entries = lake.tables(branch.head().id(), 100);
    int kind = random.nextInt(4);
    if (entries.isEmpty() || kind == 0) {
      String name = "t" + random.nextInt(6);
      if (entries.stream().noneMatch(entry -> entry.name().equals(TableName.of(name)))) {
        return lake.creating(name);
      }
      return lake.creating("u" + now.getEpochSecond());
    }
    TableEntry entry = entries.get(random.nextInt(entries.size()));
    return kind == 1 ? lake.dropping(entry) : lake.updating(entry);
  }

  private void expire(
      Instant before, Map<CommitInfo, List<TableEntry>> tables, Set<CommitId> expired) {
    Set<CommitId> heads =
        lake.catalog.branches(Lake.PROJECT, PageRequest.first(100)).items().stream()
            .map(branch -> branch.head().id())
            .collect(Collectors.toSet());
    List<CommitId> expiring =
        tables.keySet().stream()
            .filter(commit -> commit.committedAt().isBefore(before))
            .map(CommitInfo::id)
            .filter(id -> !heads.contains(id) && !expired.contains(id))
            .toList();
    assertThat(lake.catalog.expireCommits(Lake.PROJECT, before)).isEqualTo(expiring.size());
    expired.addAll(expiring);
  }

  private CommitInfo landAt(int second, Change... changes) {
    now = START.plusSeconds(second);
    return lake.land("main", changes);
  }

  private long expireBefore(int second) {
    return lake.catalog.expireCommits(Lake.PROJECT, START.plusSeconds(second));
  }

  private Set<String> versions() {
    return new TreeSet<>(lake.catalog.versions(Lake.PROJECT, PageRequest.first(1000)).items());
  }

  private static Set<String> locations(List<TableEntry> entries) {
    return entries.stream()
        .map(TableEntry::metadataLocation)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
