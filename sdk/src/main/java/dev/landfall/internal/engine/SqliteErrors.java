package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnavailableException;
import java.sql.SQLException;

/** Says in the words of the port what went wrong in SQLite before anything was committed. */
final class SqliteErrors {

  /** The primary result codes of SQLite, in the lowest byte of each extended one. */
  private static final int BUSY = 5;

  private static final int READONLY = 8;
  private static final int IOERR = 10;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANTOPEN = 14;
  private static final int NOTADB = 26;

  private SqliteErrors() {}

  /**
   * Makes the exception of a call that had no effect.
   *
   * @param task what was tried, to stand after "Cannot"
   */
  static CatalogException definite(String task, SQLException e) {
    return switch (e.getErrorCode() & 0xff) {
      case CORRUPT, NOTADB ->
          new CatalogDamagedException(
              "Cannot " + task + ": the database is damaged; restore it from a backup", e);
      case READONLY ->
          new PermissionDeniedException(
              "Cannot " + task + ": the database may not be written; check the permissions", e);
      case FULL -> unavailable(task, "the disk is full, or the quota used up; make room", e);
      case BUSY -> unavailable(task, "another program holds the database; end it", e);
      case CANTOPEN -> unavailable(task, "the database cannot be opened; check the directory", e);
      case IOERR -> unavailable(task, "the disk failed; check it", e);
      default -> unavailable(task, "the database failed (" + e.getMessage() + ")", e);
    };
  }

  private static UnavailableException unavailable(String task, String reason, SQLException e) {
    return UnavailableException.notSent("Cannot " + task + ", nothing was changed: " + reason, e);
  }
}
