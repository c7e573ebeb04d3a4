package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of what is read: tables of any commit, logs, and the pages of lists. */
public abstract class HistoryContract extends ContractTests {

  private static final int ROUNDS = 40;

  /** Makes the tests of a catalog. */
  protected HistoryContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves(Rule.HISTORY)
  void everyCommitKeepsItsTables() {
    CommitInfo one = port().land("main", port().creating("a"), port().creating("b"));
    TableEntry a1 = port().table("a");
    CommitInfo two = port().land("main", port().updating(a1));
    TableEntry a2 = port().table("a");
    CommitInfo three = port().land("main", port().dropping("a"), port().creating("c"));

    assertThat(port().tableNames(one.id())).containsExactly("a", "b");
    assertThat(port().tableNames(two.id())).containsExactly("a", "b");
    assertThat(port().tableNames(three.id())).containsExactly("b", "c");
    assertThat(a2.metadataLocation()).isNotEqualTo(a1.metadataLocation());
    assertThat(port().table(one.id(), "a")).isEqualTo(a1);
    assertThat(port().table(two.id(), "a")).isEqualTo(a2);
    assertThat(port().findTable(three.id(), "a")).isEmpty();
    assertThat(port().findTable(one.id(), "c")).isEmpty();
  }

  @Test
  @Proves(Rule.HISTORY)
  void theLogGoesBackToTheFirstCommit() {
    CommitInfo first = port().main().head();
    CommitInfo one = port().land("main", port().creating("a"));
    CommitInfo two = port().land("main", port().creating("b"));

    for (int size : new int[] {1, 2, 3, 100}) {
      assertThat(port().log(two.id(), size)).containsExactly(two, one, first);
      assertThat(port().log(one.id(), size)).containsExactly(one, first);
    }
    assertThat(List.of(first, one, two))
        .extracting(CommitInfo::committedAt)
        .as("times never go back along a branch")
        .isSorted();
  }

  @Test
  @Needs({Capability.BRANCH_FROM_ANY_COMMIT, Capability.RENAME_TABLE})
  @Proves({Rule.HISTORY, Rule.PAGES})
  void agreesWithAModelOverManyBranches() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<CommitId, TreeMap<String, TableEntry>> model = new LinkedHashMap<>();
    Map<CommitId, CommitId> parents = new LinkedHashMap<>();
    List<String> branches = new ArrayList<>(List.of("main"));
    model.put(port().main().head().id(), new TreeMap<>());
    for (int round = 0; round < ROUNDS; round++) {
      if (random.nextInt(8) == 0) {
        List<CommitId> commits = List.copyOf(model.keySet());
        String name = "b" + round;
        port().createBranch(name, commits.get(random.nextInt(commits.size())));
        branches.add(name);
      }
      String branch = branches.get(random.nextInt(branches.size()));
      CommitId head = port().branch(branch).head().id();
      TreeMap<String, TableEntry> tables = new TreeMap<>(model.get(head));
      CommitInfo landed = port().land(branch, randomChange(random, tables));
      model.put(landed.id(), tables);
      parents.put(landed.id(), head);
    }
    model.forEach((commit, tables) -> requireAsModelled(commit, tables, parents, random, seed));
  }

  private void requireAsModelled(
      CommitId commit,
      Map<String, TableEntry> tables,
      Map<CommitId, CommitId> parents,
      Random random,
      long seed) {
    assertThat(port().tables(commit, 1 + random.nextInt(4)))
        .as("seed " + seed)
        .containsExactlyElementsOf(tables.values());
    String name = "t" + random.nextInt(10);
    assertThat(port().findTable(commit, name))
        .as("seed " + seed)
        .isEqualTo(Optional.ofNullable(tables.get(name)));
    List<CommitId> chain = new ArrayList<>();
    for (CommitId id = commit; id != null; id = parents.get(id)) {
      chain.add(id);
    }
    assertThat(port().log(commit, 2 + random.nextInt(7)))
        .as("seed " + seed)
        .extracting(CommitInfo::id)
        .containsExactlyElementsOf(chain);
  }

  private Change randomChange(Random random, Map<String, TableEntry> tables) {
    String name = "t" + random.nextInt(10);
    TableEntry entry = tables.get(name);
    if (entry == null) {
      Change.Create create = port().creating(name);
      tables.put(name, new TableEntry(create.table(), create.tableId(), create.metadataLocation()));
      return create;
    }
    String free = "t" + random.nextInt(10);
    if (random.nextInt(3) == 0) {
      tables.remove(name);
      return port().dropping(name);
    }
    if (random.nextInt(3) == 0 && !tables.containsKey(free)) {
      tables.remove(name);
      TableName newName = TableName.of(free);
      tables.put(free, new TableEntry(newName, entry.tableId(), entry.metadataLocation()));
      return port().renaming(name, free);
    }
    Change.Update update = port().updating(entry);
    tables.put(name, new TableEntry(update.table(), update.tableId(), update.metadataLocation()));
    return update;
  }

  @Test
  @Proves(Rule.PAGES)
  void tablesAreListedInTheOrderOfTheirQualifiedNames() {
    List<String> names =
        List.of(
            "z",
            "a b",
            "a",
            "A",
            "a-b",
            "ns.a",
            "ns.b.c",
            "ns-x.a",
            "é",
            "e\u0301",
            "名",
            "\uFF5E",
            "\uD83D\uDE00",
            "'; DROP TABLE commits; --",
            "%",
            "_",
            "\"q\"",
            "x%41");
    port().land("main", names.stream().map(port()::creating).toArray(Change[]::new));

    List<String> qualified =
        names.stream().map(name -> TableName.of(name).qualified()).sorted(byCodePoints()).toList();
    for (int pageSize : new int[] {1, 5, 18, 100}) {
      assertThat(port().tables(port().main().head().id(), pageSize))
          .extracting(entry -> entry.name().qualified())
          .containsExactlyElementsOf(qualified);
    }
  }

  /** Code point by code point, which is the order of UTF-8 and not that of String.compareTo. */
  static Comparator<String> byCodePoints() {
    return (left, right) ->
        Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }

  @Test
  @Proves(Rule.PAGES)
  void theLastPageHasNoToken() {
    port().land("main", port().creating("a"), port().creating("b"));
    CommitId head = port().main().head().id();
    assertThat(port().catalog.tables(port().name, head, PageRequest.first(2)).nextToken())
        .isEmpty();
    assertThat(port().catalog.tables(port().name, head, PageRequest.first(1)).nextToken())
        .isPresent();
    assertThat(port().catalog.log(port().name, head, PageRequest.first(2)).nextToken()).isEmpty();
    assertThat(port().catalog.log(port().name, head, PageRequest.first(1)).nextToken()).isPresent();
  }

  @Test
  @Proves(Rule.PAGES)
  void aTokenOfAnotherListIsRefused() {
    CommitId first = port().main().head().id();
    port().land("main", port().creating("a"), port().creating("b"));
    CommitId head = port().main().head().id();
    String log =
        port().catalog.log(port().name, head, PageRequest.first(1)).nextToken().orElseThrow();
    String tables =
        port().catalog.tables(port().name, head, PageRequest.first(1)).nextToken().orElseThrow();
    for (String token : List.of("x", "!!", log.substring(1), tables, log + "A")) {
      assertThatThrownBy(() -> port().catalog.log(port().name, head, new PageRequest(token, 1)))
          .as(token)
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThatThrownBy(() -> port().catalog.log(port().name, first, new PageRequest(log, 1)))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(port().catalog.log(port().name, head, new PageRequest(log, 1)).items())
        .extracting(CommitInfo::id)
        .containsExactly(first);
  }

  @Test
  @Needs(Capability.STORAGE_ACCESS)
  @Proves(Rule.STORAGE)
  void theWayToTheStorageIsValidWhenItIsTold() {
    for (int times = 0; times < 2; times++) {
      StorageAccess access = port().catalog.storageAccess();
      assertThat(access.properties()).isNotEmpty();
      assertThat(access.expiresAt().orElse(Instant.MAX)).isAfter(Instant.now());
    }
  }

  @Test
  @Needs(Capability.LIST_VERSIONS)
  @Proves(Rule.HISTORY)
  void theVersionsOfAllCommitsAreListedAlsoThoseOfABranchThatIsGone() {
    Change.Create a = port().creating("a");
    Change.Create b = port().creating("b");
    Change.Create c = port().creating("c");
    CommitInfo landed = port().land("main", a, b);
    port().createBranch("work", landed.id());
    CommitInfo last = port().land("work", c);
    port().land("main", port().dropping("b"));
    port().catalog.deleteBranch(port().name, new BranchName("work"), last.id());
    ProjectName other = new ProjectName("contract-" + UUID.randomUUID());
    port().catalog.createProject(other);

    for (int size : new int[] {1, 2, 100}) {
      assertThat(ProjectUnderTest.all(size, page -> port().catalog.versions(port().name, page)))
          .containsOnly(a.metadataLocation(), b.metadataLocation(), c.metadataLocation());
    }
    assertThat(port().catalog.versions(other, PageRequest.first(1)).items()).isEmpty();
  }

  @Test
  @Needs(Capability.EXPIRE_COMMITS)
  @Proves({Rule.HISTORY, Rule.R1})
  void anExpiredCommitGivesItsTablesAwayAndKeepsItsOutcome() {
    PublishRequest request = port().request(port().main(), port().creating("a"));
    CommitInfo old = ProjectUnderTest.landed(port().catalog.publish(request));
    CommitInfo head = port().land("main", port().updating(port().table("a")));
    List<TableEntry> tables = port().tables(head.id());
    Instant later = head.committedAt().plusSeconds(1);

    assertThat(port().catalog.expireCommits(port().name, old.committedAt())).isLessThan(2);
    assertThat(port().catalog.expireCommits(port().name, later)).isPositive();
    assertThat(port().catalog.expireCommits(port().name, later)).isZero();

    assertThat(port().main().head()).isEqualTo(head);
    assertThat(port().tables(head.id())).isEqualTo(tables);
    assertThatThrownBy(() -> port().tables(old.id())).isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> port().findTable(old.id(), "a")).isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> port().createBranch("late", old.id()))
        .isInstanceOf(NotFoundException.class);
    assertThat(port().catalog.commit(port().name, old.id())).isEqualTo(old);
    assertThat(port().find(request)).contains(old);
    assertThat(ProjectUnderTest.landed(port().catalog.publish(request))).isEqualTo(old);
  }
}
