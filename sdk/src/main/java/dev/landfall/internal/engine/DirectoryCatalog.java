package dev.landfall.internal.engine;

import static java.util.Objects.requireNonNullElseGet;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.internal.engine.SqliteDatabase.Access;
import dev.landfall.internal.files.DurableFiles;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.storage.Warehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens the catalog in a directory: a SQLite database, the high-water mark of its commits, a lock
 * for the one process that writes, and the files of the projects.
 */
public final class DirectoryCatalog {

  /** How a catalog is opened. Immutable. */
  public static final class Options {

    private final InstantSource clock;
    private final Durability durability;
    private final Storage storage;
    private final @Nullable Warehouse warehouse;

    private Options(
        InstantSource clock,
        Durability durability,
        Storage storage,
        @Nullable Warehouse warehouse) {
      this.clock = clock;
      this.durability = durability;
      this.storage = storage;
      this.warehouse = warehouse;
    }

    /** Returns the defaults: the clock of the system, durable at once, files in the directory. */
    public static Options defaults() {
      return new Options(InstantSource.system(), Durability.IMMEDIATE, Storage.defaults(), null);
    }

    /** Returns options with a clock, which gives projects and commits their times. */
    public Options withClock(InstantSource newClock) {
      return new Options(newClock, durability, storage, warehouse);
    }

    /** Returns options with a durability of commits. */
    public Options withDurability(Durability newDurability) {
      return new Options(clock, newDurability, storage, warehouse);
    }

    /** Returns options with the storage in which versions are looked for; not closed with it. */
    public Options withStorage(Storage newStorage) {
      return new Options(clock, durability, newStorage, warehouse);
    }

    /** Returns options with a place for new projects outside of the directory. */
    public Options withWarehouse(Warehouse newWarehouse) {
      return new Options(clock, durability, storage, newWarehouse);
    }
  }

  private DirectoryCatalog() {}

  /**
   * Opens a catalog to read and write; creates it, and the directory, if there is none.
   *
   * @throws CatalogLockedException if another process, or this one, has it open for writing
   * @throws CatalogDamagedException if the database is damaged, or lacks commits that had been
   *     acknowledged
   * @throws PermissionDeniedException if the directory may not be written
   * @throws NotSupportedException if a newer SDK wrote the catalog
   * @throws UnavailableException if the disk failed
   */
  public static Catalog open(Path directory, Options options) {
    return open(directory, options, EngineHooks.NONE);
  }

  /**
   * Opens an existing catalog to read, beside a process that may be writing to it. A directory that
   * was closed cleanly can be read without the right to write to it.
   *
   * @throws NotFoundException if there is no catalog
   * @throws CatalogDamagedException if the database is damaged, or lacks commits that had been
   *     acknowledged
   * @throws PermissionDeniedException if reading needs the right to write to the directory
   * @throws NotSupportedException if a newer SDK wrote the catalog
   * @throws UnavailableException if the disk failed
   */
  public static Catalog openReadOnly(Path directory) {
    return openReadOnly(directory, Files.isWritable(directory));
  }

  /**
   * Opens a catalog as {@link #open(Path, Options)} does, under the eyes of a test.
   *
   * @throws CatalogException as that does
   */
  public static Catalog open(Path directory, Options options, EngineHooks hooks) {
    return uninterrupted(
        directory,
        () -> {
          requireWritable(directory);
          DurableFiles.createDirectories(directory);
          CatalogDirectory files = new CatalogDirectory(directory.toRealPath());
          return openWritable(files, options, hooks);
        });
  }

  static Catalog openReadOnly(Path directory, boolean writable) {
    return uninterrupted(
        directory,
        () -> {
          if (!Files.exists(new CatalogDirectory(directory).database())) {
            throw noCatalog(directory);
          }
          CatalogDirectory files = new CatalogDirectory(directory.toRealPath());
          return openReadable(files, readAccess(files, writable));
        });
  }

  private static void requireWritable(Path directory) {
    Path existing = directory.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isWritable(existing)) {
      throw new PermissionDeniedException(
          "Cannot open the catalog at "
              + directory
              + " for writing: "
              + existing
              + " may not be written; change its permissions, or open the catalog read-only");
    }
  }

  private static Catalog openWritable(CatalogDirectory files, Options options, EngineHooks hooks)
      throws IOException, SQLException {
    String where = files.root().toString();
    try (Opening opening = new Opening()) {
      DirectoryLock lock =
          opening.add(DirectoryLock.take(files.root(), files.lock(), options.clock));
      Optional<Long> acknowledged = HighWaterMark.read(files.mark());
      requireDatabaseOf(acknowledged, files);
      SqliteDatabase database = new SqliteDatabase(files.database());
      SqlSession session = opening.add(database.open(Access.WRITE));
      Schema.createIfEmpty(session, where);
      check(session, acknowledged, where);
      makeDurable(session, files);
      long sequence = Schema.sequence(session);
      HighWaterMark mark = opening.add(HighWaterMark.open(files.mark()));
      mark.raise(sequence);
      CommitSync sync = commitSync(session, options.durability, files, mark, sequence, hooks);
      HeadMirror mirror = HeadMirror.empty();
      opening.succeed();
      return new SqlCatalog(
          new DirectoryStore(
              files, requireNonNullElseGet(options.warehouse, files::projects), lock, mark),
          options.storage,
          new Readers(where, database.dialect(), () -> database.open(Access.READ), hooks),
          new Writer(where, WriterConnection.fixed(session), sync, options.clock, hooks, mirror),
          mirror);
    }
  }

  /**
   * Syncs what the last process may have left unsynced, before anybody is told of it. Commits of
   * which a sync failed stand in the log as if nothing had happened, and a sync would not write
   * them again; so they are also moved into the database, which is synced then.
   */
  private static void makeDurable(SqlSession session, CatalogDirectory files)
      throws IOException, SQLException {
    SqliteDatabase.checkpoint(session);
    if (Files.exists(files.writeAheadLog())) {
      DurableFiles.syncFile(files.writeAheadLog());
    }
    DurableFiles.syncDirectory(files.root());
  }

  private static CommitSync commitSync(
      SqlSession session,
      Durability durability,
      CatalogDirectory files,
      HighWaterMark mark,
      long sequence,
      EngineHooks hooks)
      throws SQLException {
    if (durability == Durability.IMMEDIATE) {
      return new ImmediateSync(mark);
    }
    SqliteDatabase.commitWithoutSync(session);
    return durability == Durability.EVENTUAL
        ? DeferredSync.inBackground(files, mark, sequence, hooks)
        : DeferredSync.atClose(files, mark, sequence, hooks);
  }

  private static Catalog openReadable(CatalogDirectory files, Access access)
      throws IOException, SQLException {
    String where = files.root().toString();
    // In this order: a process that writes meanwhile raises the mark last.
    Optional<Long> acknowledged = HighWaterMark.read(files.mark());
    requireDatabaseOf(acknowledged, files);
    SqliteDatabase database = new SqliteDatabase(files.database());
    try (SqlSession session = database.open(access)) {
      if (Schema.isEmpty(session)) {
        throw noCatalog(files.root());
      }
      check(session, acknowledged, where);
    }
    return new SqlCatalog(
        new DirectoryStore(files, files.projects(), null, null),
        Storage.defaults(),
        new Readers(where, database.dialect(), () -> database.open(access)),
        null,
        HeadMirror.off());
  }

  /** Chooses how to read: SQLite shares a file with a writer only if it may write beside it. */
  private static Access readAccess(CatalogDirectory files, boolean writable) throws IOException {
    if (writable) {
      return Access.READ;
    }
    boolean closedCleanly =
        CatalogDirectory.length(files.writeAheadLog()) == 0
            && CatalogDirectory.length(files.lock()) == 0;
    if (closedCleanly) {
      return Access.READ_UNCHANGING;
    }
    throw new PermissionDeniedException(
        "Cannot read the catalog at "
            + files.root()
            + ": it is open for writing or was not closed, and reading it then needs the right to"
            + " write to the directory; close it, or open it for writing once, or change the"
            + " permissions");
  }

  private static void requireDatabaseOf(Optional<Long> acknowledged, CatalogDirectory files)
      throws IOException {
    if (acknowledged.isPresent() && CatalogDirectory.length(files.database()) == 0) {
      throw lostCommits(files.root().toString(), 0, acknowledged.get());
    }
  }

  private static void check(SqlSession session, Optional<Long> acknowledged, String where)
      throws SQLException {
    Schema.check(session, where);
    SqliteDatabase.checkIfSmall(session, where);
    long sequence = Schema.sequence(session);
    if (acknowledged.isPresent() && sequence < acknowledged.get()) {
      throw lostCommits(where, sequence, acknowledged.get());
    }
  }

  private static NotFoundException noCatalog(Path directory) {
    return new NotFoundException(
        "There is no catalog at " + directory + "; open it for writing to create it");
  }

  private static CatalogDamagedException lostCommits(
      String where, long sequence, long acknowledged) {
    return new CatalogDamagedException(
        "The catalog at "
            + where
            + " has lost acknowledged commits: its database ends at number "
            + sequence
            + ", but number "
            + acknowledged
            + " was acknowledged; restore the newest backup, or delete the file catalog.mark to"
            + " go on without the lost commits");
  }

  @FunctionalInterface
  private interface Opener {
    Catalog open() throws IOException, SQLException;
  }

  /** Opens with the interrupt flag put aside: an interrupted thread cannot use file channels. */
  private static Catalog uninterrupted(Path directory, Opener opener) {
    boolean interrupted = Thread.interrupted();
    try {
      return opener.open();
    } catch (SQLException e) {
      throw SqliteErrors.definite("open the catalog at " + directory, e);
    } catch (IOException e) {
      throw UnavailableException.notSent(
          "Cannot open the catalog at "
              + directory
              + "; check the disk and the permissions ("
              + e.getMessage()
              + ")",
          e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
