package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import java.sql.SQLException;

/**
 * Says in the words of the port what went wrong in PostgreSQL before anything was committed, by its
 * SQLSTATE.
 */
final class PostgresErrors {

  private PostgresErrors() {}

  /**
   * Makes the exception of a call that had no effect.
   *
   * @param task what was tried, to stand after "Cannot"
   */
  static CatalogException definite(String task, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return switch (state) {
      case "28000", "28P01" ->
          new UnauthenticatedException(
              "Cannot " + task + ": the server refuses the login (" + e.getMessage() + ")");
      case "22021" ->
          new InvalidRequestException(
              "Cannot " + task + ": a name holds a character that no name can have", e);
      case "42501" ->
          new PermissionDeniedException(
              "Cannot " + task + ": the user lacks a right (" + e.getMessage() + "); grant it", e);
      case "3D000" ->
          new NotFoundException(
              "Cannot " + task + " (" + e.getMessage() + "); create it, or check the name");
      case "XX001", "XX002" ->
          new CatalogDamagedException(
              "Cannot " + task + ": the database is damaged; restore it from a backup", e);
      case "25006" -> unavailable(task, "the server only reads; connect to the one that writes", e);
      case "53100" -> unavailable(task, "the disk of the server is full; make room", e);
      case "53300" -> unavailable(task, "the server has too many connections; raise its limit", e);
      case "55P03" -> unavailable(task, "another process writes for long; try again", e);
      case "57014" -> unavailable(task, "the server was too slow; try again", e);
      case "40001", "40P01" -> unavailable(task, "others write the same rows; try again", e);
      default -> unavailable(task, "the database failed (" + e.getMessage() + ")", e);
    };
  }

  private static UnavailableException unavailable(String task, String reason, SQLException e) {
    return UnavailableException.notSent("Cannot " + task + ", nothing was changed: " + reason, e);
  }
}
