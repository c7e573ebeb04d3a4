package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitInfo;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {

  private static final DirectoryCatalog.Options DEFAULTS = DirectoryCatalog.Options.defaults();

  @TempDir Path parent;

  private Path directory() {
    return parent.resolve("deep/lake with space, 100% & #1?");
  }

  private Path file(String name) {
    return directory().resolve(name);
  }

  private CommitInfo createAndClose() {
    try (Lake lake = Lake.create(directory())) {
      lake.land("main", lake.creating("a"));
      return lake.land("main", lake.creating("b"));
    }
  }

  @Test
  void aCatalogIsCreatedWhereThereIsNoneAndFoundAgain() throws IOException {
    CommitInfo head = createAndClose();
    assertThat(file("catalog.db")).isNotEmptyFile();
    assertThat(file("catalog.lock")).isEmptyFile();
    assertThat(file("catalog.db-wal")).doesNotExist();
    try (Lake lake = Lake.open(directory())) {
      assertThat(lake.main().head()).isEqualTo(head);
      assertThat(lake.project.location()).startsWith("file:///");
    }
  }

  @Test
  void anInterruptedThreadOpensAndPublishesNothing() {
    createAndClose();
    Thread.currentThread().interrupt();
    try (Lake lake = Lake.open(directory())) {
      assertThatThrownBy(() -> lake.land("main", lake.creating("c")))
          .isInstanceOfSatisfying(
              UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse());
      assertThat(lake.tableNames(lake.main().head().id())).containsExactly("a", "b");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    Lake.open(directory()).close();
  }

  @Test
  void oneClientOfThisProcessWritesAtATime() throws IOException {
    createAndClose();
    Path link = Files.createSymbolicLink(parent.resolve("link"), directory());
    try (Lake lake = Lake.open(directory())) {
      for (Path path : List.of(directory(), link)) {
        assertThatThrownBy(() -> DirectoryCatalog.open(path, DEFAULTS))
            .isInstanceOf(CatalogLockedException.class)
            .hasMessageContaining("this process")
            .hasMessageContaining("process " + ProcessHandle.current().pid() + " on ")
            .hasMessageContaining(" since ");
      }
      // The refusals have not given the lock of the process away.
      assertLockedForOthers();
      lake.land("main", lake.creating("c"));
    }
    Lake.open(directory()).close();
  }

  private void assertLockedForOthers() throws IOException {
    try (ChildJvm child = ChildJvm.start(PublishingChild.class, directory().toString(), "hold")) {
      assertThat(child.line()).isEqualTo("locked");
    }
  }

  @Test
  void closingAnOldHandleAgainLeavesTheLockOfANewOne() {
    createAndClose();
    Lake old = Lake.open(directory());
    old.close();
    try (Lake lake = Lake.open(directory())) {
      old.close();
      assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
          .isInstanceOf(CatalogLockedException.class);
      lake.land("main", lake.creating("c"));
    }
  }

  @Test
  @Timeout(60)
  void anotherProcessIsNamedAndItsLockEndsWithIt() throws Exception {
    CommitInfo head = createAndClose();
    try (ChildJvm child = ChildJvm.start(PublishingChild.class, directory().toString(), "hold")) {
      assertThat(child.line()).isEqualTo("open");
      assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
          .isInstanceOf(CatalogLockedException.class)
          .hasMessageContaining("process " + child.pid() + " on ")
          .hasMessageContaining(" since ")
          .hasMessageNotContaining("this process");
      try (Lake reader = Lake.openReadOnly(directory())) {
        assertThat(reader.main().head()).isEqualTo(head);
      }
      child.kill();
    }
    Lake.open(directory()).close();
  }

  @Test
  void aReaderFollowsTheWriterAndWritesNothing() {
    createAndClose();
    try (Lake lake = Lake.open(directory());
        Lake reader = Lake.openReadOnly(directory())) {
      CommitInfo head = lake.land("main", lake.creating("c"));
      assertThat(reader.main().head()).isEqualTo(head);
      assertThat(reader.tableNames(head.id())).containsExactly("a", "b", "c");
      assertThatThrownBy(() -> reader.land("main", reader.creating("d")))
          .isInstanceOf(NotSupportedException.class)
          .hasMessageContaining("read-only");
      assertThat(lake.main().head()).isEqualTo(head);
    }
  }

  @Test
  void aDirectoryClosedCleanlyIsReadWithoutTheRightToWrite() throws IOException {
    CommitInfo head = createAndClose();
    List<Path> before = files();
    try (Catalog reader = DirectoryCatalog.openReadOnly(directory(), false)) {
      assertThat(reader.branch(Lake.PROJECT, BranchName.MAIN).head()).isEqualTo(head);
      assertThat(files()).isEqualTo(before);
    }
    try (Lake lake = Lake.open(directory())) {
      lake.land("main", lake.creating("c"));
      assertThatThrownBy(() -> DirectoryCatalog.openReadOnly(directory(), false))
          .isInstanceOf(PermissionDeniedException.class)
          .hasMessageContaining("open for writing or was not closed");
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.sorted().toList();
    }
  }

  @Test
  void aDirectoryThatMayNotBeWrittenIsRefusedAndReadable() throws IOException {
    CommitInfo head = createAndClose();
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeFalse(Files.isWritable(directory()), "this user may write everywhere");
      assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
          .isInstanceOf(PermissionDeniedException.class)
          .hasMessageContaining("read-only");
      try (Lake reader = Lake.openReadOnly(directory())) {
        assertThat(reader.main().head()).isEqualTo(head);
      }
    } finally {
      Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void readingNeedsACatalog() {
    assertThatThrownBy(() -> DirectoryCatalog.openReadOnly(directory()))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("There is no catalog");
    assertThat(directory()).doesNotExist();
  }

  @Test
  void aFileInThePlaceOfTheDirectoryIsAClearError() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));
    assertThatThrownBy(() -> DirectoryCatalog.open(file, DEFAULTS))
        .isInstanceOfSatisfying(
            UnavailableException.class, e -> assertThat(e.mayHaveBeenSent()).isFalse())
        .hasMessageContaining(file.toString());
  }

  @Test
  void aDamagedDatabaseIsRefused() throws IOException {
    createAndClose();
    byte[] good = Files.readAllBytes(file("catalog.db"));
    byte[] garbage = new byte[good.length];
    java.util.Arrays.fill(garbage, (byte) 0x5a);
    byte[] flipped = good.clone();
    flipped[3] ^= 0x40;
    byte[] torn = good.clone();
    System.arraycopy(garbage, 0, torn, 4096 * 3, 4096 * 2);
    for (byte[] bad :
        List.of(
            garbage,
            flipped,
            torn,
            java.util.Arrays.copyOf(good, good.length - 4096),
            java.util.Arrays.copyOf(good, good.length / 2),
            java.util.Arrays.copyOf(good, 100),
            new byte[0])) {
      Files.write(file("catalog.db"), bad);
      assertRefusedAsDamaged();
    }
    Files.write(file("catalog.db"), good);
    Lake.open(directory()).close();
  }

  private void assertRefusedAsDamaged() {
    assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
        .isInstanceOf(CatalogDamagedException.class);
    assertThatThrownBy(() -> DirectoryCatalog.openReadOnly(directory()))
        .isInstanceOf(CatalogDamagedException.class);
  }

  @Test
  void aChangedRowIsRefused() throws Exception {
    createAndClose();
    execute("UPDATE operations SET state = 'abandoned'");
    assertRefusedAsDamaged();
  }

  @Test
  void lostAcknowledgedCommitsAreNoticed() throws IOException {
    createAndClose();
    Path backup = Files.copy(file("catalog.db"), parent.resolve("backup"));
    try (Lake lake = Lake.open(directory())) {
      lake.land("main", lake.creating("c"));
    }
    Files.copy(backup, file("catalog.db"), StandardCopyOption.REPLACE_EXISTING);
    assertRefusedAsDamaged();
    assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
        .hasMessageContaining("lost acknowledged commits")
        .hasMessageContaining("number 3")
        .hasMessageContaining("number 4");

    Files.delete(file("catalog.mark"));
    try (Lake lake = Lake.open(directory())) {
      assertThat(lake.tableNames(lake.main().head().id())).containsExactly("a", "b");
    }
    Files.delete(file("catalog.db"));
    assertThatThrownBy(() -> DirectoryCatalog.open(directory(), DEFAULTS))
        .isInstanceOf(CatalogDamagedException.class);
  }

  @Test
  void aTornMarkIsIgnoredAndWrittenAnew() throws IOException {
    createAndClose();
    byte[] good = Files.readAllBytes(file("catalog.mark"));
    for (int cut : new int[] {0, 1, good.length - 1}) {
      Files.write(file("catalog.mark"), java.util.Arrays.copyOf(good, cut));
      Lake.open(directory()).close();
      assertThat(Files.readAllBytes(file("catalog.mark"))).isEqualTo(good);
    }
    try (RandomAccessFile mark = new RandomAccessFile(file("catalog.mark").toFile(), "rw")) {
      mark.seek(9);
      mark.write(0x7f);
    }
    Lake.open(directory()).close();
    assertThat(Files.readAllBytes(file("catalog.mark"))).isEqualTo(good);
  }

  @Test
  void aNewerSchemaIsRefused() throws Exception {
    createAndClose();
    execute("UPDATE store SET schema_version = 2");
    for (var open :
        List.<Runnable>of(
            () -> DirectoryCatalog.open(directory(), DEFAULTS),
            () -> DirectoryCatalog.openReadOnly(directory()))) {
      assertThatThrownBy(open::run)
          .isInstanceOf(NotSupportedException.class)
          .hasMessageContaining("schema version 2")
          .hasMessageContaining("newer Landfall SDK");
    }
  }

  @Test
  void aDatabaseOfAnotherProgramIsLeftAlone() throws Exception {
    Files.createDirectories(directory());
    execute("CREATE TABLE mine (x)");
    assertRefusedAsDamaged();
  }

  private void execute(String sql) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file("catalog.db").toUri());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
