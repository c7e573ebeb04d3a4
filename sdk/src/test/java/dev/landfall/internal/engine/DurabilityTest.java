package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a power cut may take at each level, and what it may not. */
@Timeout(120)
class DurabilityTest {

  private static final int COMMITS = 12;
  private static final int CUTS = 40;

  @TempDir Path parent;
  private Path directory;

  @BeforeEach
  void create() {
    directory = parent.resolve("lake");
    Lake.create(directory).close();
  }

  @ParameterizedTest
  @CsvSource({"IMMEDIATE, 2", "EVENTUAL, 1", "NONE, 1"})
  void aDatabaseCommitIsSyncedAsTheLevelSays(Durability level, int synchronous) {
    List<String> settings = new ArrayList<>();
    EngineHooks look =
        (step, connection) -> {
          if (step == Step.COMMIT_ISSUED) {
            settings.add(pragma(connection, "journal_mode"));
            settings.add(pragma(connection, "synchronous"));
          }
        };
    try (Lake lake = Lake.open(directory, level, look)) {
      lake.land("main", lake.creating("t"));
    }
    assertThat(settings).containsExactly("wal", String.valueOf(synchronous));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsLeftOfTheLogIsAStateThatWasOrIsRefused(Durability level) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (Lake lake = Lake.open(directory, level, EngineHooks.NONE)) {
      List<CommitId> acknowledged = new ArrayList<>(List.of(lake.main().head().id()));
      for (int i = 0; i < COMMITS; i++) {
        acknowledged.add(lake.land("main", lake.creating("t" + i)).id());
      }
      long longest = Files.size(directory.resolve("catalog.db-wal"));
      for (int i = 0; i < CUTS; i++) {
        Path copy = copyCut(random.nextLong(longest), "copy" + i);
        Optional<List<CommitId>> left = open(copy, level);
        left.ifPresent(
            commits ->
                assertThat(commits)
                    .as("seed " + seed)
                    .isEqualTo(acknowledged.subList(0, commits.size())));
        if (level == Durability.IMMEDIATE) {
          assertThat(left).as("seed " + seed).isEmpty();
        } else if (level == Durability.NONE) {
          assertThat(left).as("seed " + seed).isPresent();
        }
      }
      assertThat(open(copyCut(longest, "whole"), level)).contains(acknowledged);
    }
  }

  @Test
  void eventualIsDurableSoonByItself() {
    try (Lake lake = Lake.open(directory, Durability.EVENTUAL, EngineHooks.NONE)) {
      long before = marked();
      lake.land("main", lake.creating("a"));
      lake.land("main", lake.creating("b"));
      await(() -> marked() == before + 2);
    }
  }

  @Test
  void withoutDurabilityClosingMakesDurable() {
    long before = marked();
    try (Lake lake = Lake.open(directory, Durability.NONE, EngineHooks.NONE)) {
      lake.land("main", lake.creating("a"));
      assertThat(marked()).isEqualTo(before);
    }
    assertThat(marked()).isEqualTo(before + 1);
  }

  @Test
  void aFailedSyncInTheBackgroundEndsTheWriting() throws Exception {
    long before = marked();
    Lake lake = Lake.open(directory, Durability.EVENTUAL, EngineHooks.NONE);
    lake.land("main", lake.creating("a"));
    await(() -> marked() == before + 1);
    Files.delete(directory.resolve("catalog.db-wal"));
    CommitInfo last = lake.land("main", lake.creating("b"));

    await(() -> refusesToWrite(lake));
    assertThat(lake.main().head()).isEqualTo(last);
    assertThatThrownBy(lake::close)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("may be lost at a power cut");
    Lake.open(directory).close();
  }

  private static boolean refusesToWrite(Lake lake) {
    try {
      lake.createBranch("b" + System.nanoTime(), lake.main().head().id());
      return false;
    } catch (UnavailableException e) {
      return !e.mayHaveBeenSent();
    }
  }

  /** Copies the catalog as if the power had been cut when so much of the log was on the disk. */
  private Path copyCut(long logBytes, String name) throws IOException {
    Path copy = Files.createDirectory(parent.resolve(name));
    for (String file : List.of("catalog.db", "catalog.db-wal", "catalog.mark")) {
      Files.copy(directory.resolve(file), copy.resolve(file));
    }
    try (RandomAccessFile log =
        new RandomAccessFile(copy.resolve("catalog.db-wal").toFile(), "rw")) {
      log.setLength(logBytes);
    }
    return copy;
  }

  /** Returns the commits from the first on; empty if opening refuses. */
  private static Optional<List<CommitId>> open(Path copy, Durability level) {
    try (Lake lake = Lake.open(copy, level, EngineHooks.NONE)) {
      List<CommitId> commits =
          new ArrayList<>(
              lake.log(lake.main().head().id(), 100).stream().map(CommitInfo::id).toList());
      Collections.reverse(commits);
      return Optional.of(commits);
    } catch (CatalogDamagedException e) {
      assertThat(e).hasMessageContaining("lost acknowledged commits");
      return Optional.empty();
    }
  }

  private long marked() {
    try {
      return HighWaterMark.read(directory.resolve("catalog.mark")).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(5))
        .until(condition);
  }

  private static String pragma(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeQuery("PRAGMA " + name).getString(1);
    }
  }
}
