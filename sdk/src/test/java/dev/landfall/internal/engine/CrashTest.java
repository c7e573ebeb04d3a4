package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.config.Durability;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Real processes that die. The property {@code landfall.crash.rounds} asks for more of them. */
class CrashTest {

  private static final int DIED = 77;

  @TempDir Path directory;

  static Stream<Arguments> everyStepOfEachStore() {
    return Arrays.stream(TestStore.values())
        .flatMap(store -> Arrays.stream(Step.values()).map(step -> Arguments.of(store, step)));
  }

  /** A reader beside it sees the old state or the new one, too. */
  @ParameterizedTest
  @MethodSource("everyStepOfEachStore")
  @Timeout(120)
  void b15ACrashAtAnyStepLeavesTheOldStateOrTheNew(TestStore store, Step step) throws Exception {
    List<TableEntry> old;
    try (Lake lake = Lake.create(store, directory, EngineHooks.NONE)) {
      lake.land(
          "main",
          lake.creating("t1"),
          lake.creating("t2"),
          lake.creating("t3"),
          lake.creating("t4"),
          lake.creating("t5"));
      old = lake.tables(lake.main().head().id(), 10);
    }
    OperationId operation = OperationId.random();
    try (Lake reader = openReader(store);
        ChildJvm child =
            ChildJvm.start(
                store.optionsOfChildren(),
                PublishingChild.class,
                directory.toString(),
                step.name(),
                operation.toString(),
                store.name())) {
      while (child.isAlive()) {
        requireOldOrNew(reader, old);
      }
      assertThat(child.await()).isEqualTo(DIED);
      requireOldOrNew(reader, old);
    }
    byte[] bytes = Files.readAllBytes(directory.resolve("request"));
    PublishRequest request = new PublishRequest(bytes, CommitContentCodec.decode(bytes));
    try (Lake lake = Lake.open(store, directory, EngineHooks.NONE)) {
      List<TableEntry> tables = lake.tables(lake.main().head().id(), 10);
      Optional<CommitInfo> found =
          lake.catalog.findOperation(Lake.PROJECT, operation, request.sha256());
      boolean landed = step.compareTo(Step.COMMITTED) >= 0;
      assertThat(found.isPresent()).isEqualTo(landed);
      if (landed) {
        assertThat(lake.main().head()).isEqualTo(found.get());
        assertThat(tables).hasSize(5).doesNotContainAnyElementsOf(old);
      } else {
        assertThat(tables).isEqualTo(old);
      }
      PublishAnswer.Published again = (PublishAnswer.Published) lake.catalog.publish(request);
      assertThat(again.replayed()).isEqualTo(landed);
      assertThat(lake.log(lake.main().head().id(), 10)).hasSize(3);
    }
  }

  private Lake openReader(TestStore store) {
    return store == TestStore.DIRECTORY
        ? Lake.openReadOnly(directory)
        : Lake.open(store, directory, EngineHooks.NONE);
  }

  private static void requireOldOrNew(Lake reader, List<TableEntry> old) {
    List<TableEntry> tables = reader.tables(reader.main().head().id(), 2);
    if (!tables.equals(old)) {
      assertThat(tables).hasSize(5).doesNotContainAnyElementsOf(old);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(1200)
  void b18NoAcknowledgedHeadIsLostToSigkill(Durability durability) throws Exception {
    int rounds = Integer.getInteger("landfall.crash.rounds", 8);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Lake.create(directory).close();
    try (Lake reader = Lake.openReadOnly(directory)) {
      for (int round = 0; round < rounds; round++) {
        int before = reader.log(reader.main().head().id(), 1000).size();
        List<String> printed = publishUntilKilled(durability, 1 + random.nextInt(60));
        try (Lake lake = Lake.open(directory)) {
          requireNothingLost(lake, printed, before, "seed " + seed);
          assertThat(reader.main().head()).as("seed " + seed).isEqualTo(lake.main().head());
        }
      }
    }
  }

  private List<String> publishUntilKilled(Durability durability, int lines) throws Exception {
    try (ChildJvm child =
        ChildJvm.start(PublishingChild.class, directory.toString(), "forever", durability.name())) {
      List<String> printed = new ArrayList<>();
      for (int i = 0; i < lines; i++) {
        String line = child.line();
        assertThat(line).as("the child ended by itself after " + printed).isNotNull();
        printed.add(line);
      }
      printed.addAll(child.kill());
      return printed;
    }
  }

  private static void requireNothingLost(Lake lake, List<String> printed, int before, String seed) {
    List<CommitId> history =
        lake.log(lake.main().head().id(), 1000).stream().map(CommitInfo::id).toList();
    int acknowledged = 0;
    int landed = 0;
    for (int i = 0; i < printed.size(); i++) {
      String[] words = printed.get(i).split(" ");
      if (words[0].equals("at")) {
        acknowledged++;
        assertThat(history).as(seed).contains(new CommitId(words[1]));
      } else if (words.length == 3 && words[2].length() == 64) {
        Optional<CommitInfo> found =
            lake.catalog.findOperation(Lake.PROJECT, OperationId.of(words[1]), words[2]);
        landed += found.isPresent() ? 1 : 0;
        assertThat(found.isPresent()).as(seed).isEqualTo(history.contains(new CommitId(words[2])));
      }
    }
    assertThat(landed).as(seed).isBetween(acknowledged, acknowledged + 1);
    assertThat(history).as(seed).hasSize(before + landed).doesNotHaveDuplicates();
  }
}
