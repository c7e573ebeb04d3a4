package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.internal.wire.PageToken;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class HistoryTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, EngineHooks.NONE);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void everyCommitKeepsItsTables() {
    CommitInfo one = lake.land("main", lake.creating("a"), lake.creating("b"));
    TableEntry a1 = lake.table("a");
    CommitInfo two = lake.land("main", lake.updating(a1));
    TableEntry a2 = lake.table("a");
    CommitInfo three = lake.land("main", lake.dropping(a2), lake.creating("c"));

    assertThat(lake.tableNames(one.id())).containsExactly("a", "b");
    assertThat(lake.tableNames(two.id())).containsExactly("a", "b");
    assertThat(lake.tableNames(three.id())).containsExactly("b", "c");
    assertThat(lake.table(one.id(), "a")).isEqualTo(a1);
    assertThat(lake.table(two.id(), "a")).isEqualTo(a2);
    assertThat(lake.catalog.table(Lake.PROJECT, three.id(), TableName.of("a"))).isEmpty();
    assertThat(lake.catalog.table(Lake.PROJECT, one.id(), TableName.of("c"))).isEmpty();
  }

  @Test
  void branchesOfBranchesShareWhatLiesBeforeThem() {
    CommitInfo base = lake.land("main", lake.creating("a"), lake.creating("b"));
    lake.createBranch("x", base.id());
    CommitInfo x1 = lake.land("x", lake.dropping(lake.table(base.id(), "a")), lake.creating("x"));
    lake.createBranch("y", x1.id());
    CommitInfo y1 = lake.land("y", lake.creating("a"));
    CommitInfo x2 = lake.land("x", lake.creating("x2"));
    CommitInfo m2 = lake.land("main", lake.dropping(lake.table("b")));
    lake.createBranch("old", base.id());
    CommitInfo old1 = lake.land("old", lake.creating("o"));

    assertThat(lake.tableNames(y1.id())).containsExactly("a", "b", "x");
    assertThat(lake.tableNames(x2.id())).containsExactly("b", "x", "x2");
    assertThat(lake.tableNames(m2.id())).containsExactly("a");
    assertThat(lake.tableNames(old1.id())).containsExactly("a", "b", "o");
    assertThat(lake.tableNames(base.id())).containsExactly("a", "b");
    assertThat(lake.table(y1.id(), "a").tableId())
        .isNotEqualTo(lake.table(base.id(), "a").tableId());
    CommitInfo first = lake.catalog.commit(Lake.PROJECT, base.parent().orElseThrow());
    assertThat(lake.log(y1.id(), 2)).containsExactly(y1, x1, base, first);
    assertThat(lake.log(m2.id(), 1)).containsExactly(m2, base, first);
  }

  @Test
  void agreesWithAModelOverManyBranches() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<CommitId, TreeMap<String, TableEntry>> model = new LinkedHashMap<>();
    Map<CommitId, CommitId> parents = new LinkedHashMap<>();
    List<String> branches = new ArrayList<>(List.of("main"));
    model.put(lake.main().head().id(), new TreeMap<>());
    for (int round = 0; round < 100; round++) {
      if (random.nextInt(8) == 0) {
        List<CommitId> commits = List.copyOf(model.keySet());
        String name = "b" + round;
        lake.createBranch(name, commits.get(random.nextInt(commits.size())));
        branches.add(name);
      }
      String branch = branches.get(random.nextInt(branches.size()));
      CommitId head = lake.branch(branch).head().id();
      TreeMap<String, TableEntry> tables = new TreeMap<>(model.get(head));
      CommitInfo landed = lake.land(branch, randomChange(random, tables));
      model.put(landed.id(), tables);
      parents.put(landed.id(), head);
    }
    for (Map.Entry<CommitId, TreeMap<String, TableEntry>> entry : model.entrySet()) {
      assertThat(lake.tables(entry.getKey(), 1 + random.nextInt(4)))
          .as("seed " + seed)
          .containsExactlyElementsOf(entry.getValue().values());
      for (int i = 0; i < 10; i++) {
        assertThat(lake.catalog.table(Lake.PROJECT, entry.getKey(), TableName.of("t" + i)))
            .as("seed " + seed)
            .isEqualTo(Optional.ofNullable(entry.getValue().get("t" + i)));
      }
      List<CommitId> chain = new ArrayList<>();
      for (CommitId id = entry.getKey(); id != null; id = parents.get(id)) {
        chain.add(id);
      }
      assertThat(lake.log(entry.getKey(), 1 + random.nextInt(7)))
          .as("seed " + seed)
          .extracting(CommitInfo::id)
          .containsExactlyElementsOf(chain);
    }
  }

  private Change randomChange(Random random, TreeMap<String, TableEntry> tables) {
    String name = "t" + random.nextInt(10);
    TableEntry entry = tables.get(name);
    if (entry == null) {
      Change.Create create = lake.creating(name);
      tables.put(name, new TableEntry(create.table(), create.tableId(), create.metadataLocation()));
      return create;
    }
    String free = "t" + random.nextInt(10);
    if (random.nextInt(3) == 0) {
      tables.remove(name);
      return lake.dropping(entry);
    }
    if (random.nextInt(3) == 0 && !tables.containsKey(free)) {
      tables.remove(name);
      TableName newName = TableName.of(free);
      tables.put(free, new TableEntry(newName, entry.tableId(), entry.metadataLocation()));
      return lake.renaming(entry, free);
    }
    Change.Update update = lake.updating(entry);
    tables.put(name, new TableEntry(update.table(), update.tableId(), update.metadataLocation()));
    return update;
  }

  @Test
  void oddNamesAreListedInTheOrderOfTheirUtf8() {
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
    for (String name : names) {
      lake.land("main", lake.creating(name));
    }
    CommitId half = lake.log(lake.main().head().id(), 100).get(9).id();
    lake.createBranch("side", half);
    CommitInfo side = lake.land("side", lake.creating("\uD83D\uDE01"), lake.creating("\uFF5F"));

    List<String> qualified =
        names.stream().map(name -> TableName.of(name).qualified()).sorted(byCodePoints()).toList();
    for (int pageSize : new int[] {1, 2, 5, 100}) {
      assertThat(lake.tables(lake.main().head().id(), pageSize))
          .extracting(entry -> entry.name().qualified())
          .containsExactlyElementsOf(qualified);
    }
    assertThat(lake.tables(side.id(), 4)).extracting(TableEntry::name).isSorted();
    assertThat(lake.tables(side.id(), 4))
        .extracting(entry -> entry.name().qualified())
        .isSortedAccordingTo(byCodePoints())
        .hasSize(11)
        .containsSubsequence("default.\uFF5F", "default.\uD83D\uDE01");
  }

  /** Code point by code point, which is the order of UTF-8 and not that of String.compareTo. */
  private static Comparator<String> byCodePoints() {
    return (left, right) ->
        java.util.Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }

  @Test
  void pagesEndExactly() {
    lake.land("main", lake.creating("a"), lake.creating("b"));
    CommitId head = lake.main().head().id();
    assertThat(lake.catalog.tables(Lake.PROJECT, head, PageRequest.first(2)).nextToken()).isEmpty();
    assertThat(lake.catalog.tables(Lake.PROJECT, head, PageRequest.first(1)).nextToken())
        .isPresent();
    assertThat(lake.catalog.log(Lake.PROJECT, head, PageRequest.first(2)).nextToken()).isEmpty();
    assertThat(lake.catalog.log(Lake.PROJECT, head, PageRequest.first(1)).nextToken()).isPresent();
  }

  @Test
  void aTokenOfAnotherListOrNoTokenAtAllIsRefused() {
    CommitId first = lake.main().head().id();
    lake.land("main", lake.creating("a"), lake.creating("b"));
    CommitId head = lake.main().head().id();
    String log = lake.catalog.log(Lake.PROJECT, head, PageRequest.first(1)).nextToken().get();
    String tables = lake.catalog.tables(Lake.PROJECT, head, PageRequest.first(1)).nextToken().get();
    List<String> bad =
        List.of(
            "",
            " ",
            "x",
            "!!",
            log.substring(1),
            log.substring(0, log.length() - 2),
            tables,
            log + "A",
            log + "=",
            Base64.getUrlEncoder().encodeToString(new byte[40]));
    for (String token : bad) {
      assertThatThrownBy(() -> lake.catalog.log(Lake.PROJECT, head, new PageRequest(token, 1)))
          .as(token)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("page token");
    }
    assertThatThrownBy(() -> lake.catalog.log(Lake.PROJECT, first, new PageRequest(log, 1)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> lake.catalog.tables(Lake.PROJECT, first, new PageRequest(tables, 1)))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(lake.catalog.log(Lake.PROJECT, head, new PageRequest(log, 1)).items())
        .extracting(CommitInfo::id)
        .containsExactly(first);
  }

  @Test
  void aForgedTokenWithARightChecksumIsRefusedToo() {
    CommitId head = lake.land("main", lake.creating("a")).id();
    for (String place : List.of("", "no commit id", "../..", "\u0000")) {
      String forged =
          PageToken.of("log", Lake.PROJECT.value(), head.value())
              .after(List.of(1, 2), PageRequest.first(1), item -> place)
              .nextToken()
              .orElseThrow();
      assertThatThrownBy(() -> lake.catalog.log(Lake.PROJECT, head, new PageRequest(forged, 1)))
          .as(place)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("page token");
    }
  }
}
