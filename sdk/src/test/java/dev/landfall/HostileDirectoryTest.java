package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.rows.RowException;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an application meets when its directory or its data is bad: typed errors, and nothing lost.
 */
class HostileDirectoryTest {

  @TempDir Path directory;

  @Test
  void aWrongValueInRow7341NamesItAndMakesNoVersion() throws Exception {
    Schema schema = new Schema(Types.NestedField.required(1, "price", Types.IntegerType.get()));
    Path file = directory.resolve("prices.csv");
    Files.write(
        file,
        Stream.concat(
                Stream.of("price"),
                IntStream.rangeClosed(1, 10_000).mapToObj(i -> i == 7341 ? "cheap" : "" + i))
            .toList());
    try (TestLake lake = TestLake.create(directory.resolve("lake"))) {
      assertThatThrownBy(() -> lake.project.writeTable(Rows.csv(file, schema)))
          .isInstanceOfSatisfying(
              RowException.class,
              e -> {
                assertThat(e.position()).isEqualTo(7341);
                assertThat(e.field()).isEqualTo("price");
              });
      assertThat(count(lake.main(), "orders")).isEqualTo(10);
    }
  }

  @Test
  void aDirectoryIsOpenOnceForWriting() throws Exception {
    Path lake = directory.resolve("lake");
    try (TestLake first = TestLake.create(lake)) {
      assertThatThrownBy(() -> LandfallClient.open(lake))
          .isInstanceOf(CatalogLockedException.class)
          .hasMessageContaining(String.valueOf(ProcessHandle.current().pid()));
      assertThat(count(first.main(), "orders")).isEqualTo(10);
    }
    LandfallClient.open(lake).close();
  }

  @Test
  void readsWithoutWritePermissionAndRefusesToPublish() throws Exception {
    Path lake = directory.resolve("lake");
    TestLake.create(lake).close();
    try (LandfallClient reader = LandfallClient.builder().directory(lake).readOnly().build()) {
      Project project = reader.project("demo");
      BranchHead main = project.branch("main");
      assertThat(count(main, "orders")).isEqualTo(10);
      assertThatThrownBy(() -> main.commit().assertUnchanged(main.table("orders")).publish())
          .isInstanceOf(CatalogException.class)
          .hasMessageContaining("read");
    }
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "not a directory");

    assertThatThrownBy(() -> LandfallClient.open(file))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void aDamagedDatabaseIsRefusedAndLeftAsItIs() throws Exception {
    Path lake = directory.resolve("lake");
    TestLake.create(lake).close();
    Path database = lake.resolve("catalog.db");
    try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
      file.write(new byte[64]);
    }
    byte[] damaged = Files.readAllBytes(database);

    assertThatThrownBy(() -> LandfallClient.open(lake))
        .isInstanceOf(CatalogDamagedException.class)
        .hasMessageContaining(lake.toString());
    assertThat(Files.readAllBytes(database)).isEqualTo(damaged);
  }

  @Test
  void aFullDiskLosesNothing() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk.toString()))
        .as("a small disk can be mounted")
        .isZero();
    try {
      Path ballast = disk.resolve("ballast");
      try (TestLake lake = TestLake.create(disk.resolve("lake"))) {
        BranchHead main = lake.main();
        FrozenCommit frozen = lake.fiveOrdersAndLabels().freeze();
        fill(ballast);

        assertThatThrownBy(() -> main.table("orders").append(Rows.of(orders(10, 200_000))))
            .isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining("no version");
        assertThatThrownBy(frozen::publish)
            .isInstanceOfAny(OutcomeUnknownException.class, CatalogException.class);
        assertThat(lake.main()).isEqualTo(main);
        assertThat(count(main, "orders")).isEqualTo(10);
        assertThat(frozen.recover()).isEmpty();
      }
      Files.delete(ballast);
      try (LandfallClient again = TestLake.open(disk.resolve("lake"))) {
        BranchHead main = again.project("demo").branch("main");
        Table orders = main.table("orders").append(Rows.of(orders(10, 15)));
        assertThat(count(main.commit().updateTable(orders).publish(), "orders")).isEqualTo(15);
      }
    } finally {
      assertThat(run("umount", disk.toString())).as("nothing keeps a file open").isZero();
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[4096];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space");
    }
  }

  private static int run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
