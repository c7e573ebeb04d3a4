package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.TableEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of a catalog whose bytes are cut or changed is refused, or read right. The property {@code
 * landfall.damage.rounds} asks for more copies.
 */
class DamageTest {

  private static final int ROUNDS = Integer.getInteger("landfall.damage.rounds", 300);

  /** What a catalog must tell, or else refuse. */
  private record Contents(
      List<BranchState> branches,
      Map<CommitInfo, List<TableEntry>> commits,
      Map<PublishRequest, CommitInfo> landed,
      PublishRequest abandoned,
      boolean staysAbandoned) {}

  @TempDir Path directory;

  @Test
  void aDamagedCopyIsRefusedOrReadRight() throws Exception {
    long seed = Long.getLong("landfall.damage.seed", new Random().nextLong());
    Random random = new Random(seed);
    Path whole = directory.resolve("whole");
    Contents contents = fill(whole, random, directory.resolve("running"));
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Path copy = copy(round % 2 == 0 ? whole : directory.resolve("running"), "copy");
      String damage = damage(copy, random);
      String what = "-Dlandfall.damage.seed=" + seed + ", round " + round + ": " + damage;
      refused += isRefusedOrRight(copy, contents, what) ? 1 : 0;
    }
    assertThat(refused).as("how many were refused").isGreaterThan(ROUNDS / 4);
  }

  /** Fills a catalog, copies it while it is open, and closes it. */
  private Contents fill(Path whole, Random random, Path running) throws IOException {
    List<PublishRequest> requests = new ArrayList<>();
    try (Lake lake = Lake.create(whole)) {
      for (int i = 0; i < 40; i++) {
        BranchState branch = lake.branch(random.nextInt(3) == 0 && i > 20 ? "side" : "main");
        List<TableEntry> tables = lake.tables(branch.head().id(), 100);
        PublishRequest request =
            tables.isEmpty() || random.nextInt(3) == 0
                ? lake.request(branch, lake.creating("sales.t" + i))
                : lake.request(branch, lake.updating(tables.get(random.nextInt(tables.size()))));
        requests.add(request);
        Lake.landed(lake.catalog.publish(request));
        if (i == 20) {
          lake.createBranch("side", lake.main().head().id());
        }
      }
      PublishRequest abandoned = lake.request(lake.main(), lake.creating("never"));
      assertThat(lake.catalog.abandon(Lake.PROJECT, abandoned.operationId(), abandoned.sha256()))
          .isEmpty();
      Files.createDirectories(running);
      copyFiles(whole, running);
      return read(lake, requests, abandoned);
    }
  }

  private static boolean isRefusedOrRight(Path copy, Contents expected, String what) {
    List<PublishRequest> requests = List.copyOf(expected.landed().keySet());
    try (Lake lake = Lake.open(copy)) {
      assertThat(read(lake, requests, expected.abandoned())).as(what).isEqualTo(expected);
      return false;
    } catch (CatalogException e) {
      assertThat(e).as(what).hasMessageContaining(copy.toString());
      return true;
    }
  }

  private static Contents read(Lake lake, List<PublishRequest> requests, PublishRequest abandoned) {
    List<BranchState> branches =
        lake.catalog.branches(Lake.PROJECT, PageRequest.first(100)).items();
    Map<CommitInfo, List<TableEntry>> commits = new LinkedHashMap<>();
    for (BranchState branch : branches) {
      for (CommitInfo commit : lake.log(branch.head().id(), 100)) {
        commits.computeIfAbsent(commit, key -> lake.tables(key.id(), 100));
      }
    }
    Map<PublishRequest, CommitInfo> landed = new LinkedHashMap<>();
    for (PublishRequest request : requests) {
      lake.catalog
          .findOperation(Lake.PROJECT, request.operationId(), request.sha256())
          .ifPresent(commit -> landed.put(request, commit));
    }
    return new Contents(branches, commits, landed, abandoned, refuses(lake, abandoned));
  }

  private static boolean refuses(Lake lake, PublishRequest abandoned) {
    try {
      lake.catalog.publish(abandoned);
      return false;
    } catch (OperationAbandonedException e) {
      return true;
    }
  }

  /** Cuts a file of the database, or changes some bytes, and says what it did. */
  private static String damage(Path copy, Random random) throws IOException {
    Path log = copy.resolve("catalog.db-wal");
    Path file =
        random.nextBoolean() && Files.exists(log) && Files.size(log) > 0
            ? log
            : copy.resolve("catalog.db");
    byte[] bytes = Files.readAllBytes(file);
    if (random.nextInt(4) == 0) {
      int length = random.nextInt(bytes.length);
      Files.write(file, Arrays.copyOf(bytes, length));
      return file.getFileName() + " cut at " + length + " of " + bytes.length;
    }
    StringBuilder flips = new StringBuilder();
    for (int i = random.nextInt(2); i < 2; i++) {
      int at = random.nextInt(bytes.length);
      bytes[at] ^= (byte) (1 << random.nextInt(8));
      flips.append(' ').append(at);
    }
    Files.write(file, bytes);
    return file.getFileName() + " changed at" + flips;
  }

  private Path copy(Path from, String name) throws IOException {
    Path copy = directory.resolve(name);
    if (Files.exists(copy)) {
      try (Stream<Path> files = Files.list(copy)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(copy);
    copyFiles(from, copy);
    return copy;
  }

  /** Copies the files of the catalog itself; where the tables lie is in the database. */
  private static void copyFiles(Path from, Path to) throws IOException {
    for (String name : List.of("catalog.db", "catalog.db-wal", "catalog.mark")) {
      if (Files.exists(from.resolve(name))) {
        Files.copy(from.resolve(name), to.resolve(name));
      }
    }
  }
}
