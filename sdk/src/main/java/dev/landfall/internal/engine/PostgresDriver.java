package dev.landfall.internal.engine;

import dev.landfall.catalog.NotSupportedException;
import java.sql.Driver;

/** The JDBC driver for PostgreSQL, which only applications with a catalog there have. */
final class PostgresDriver {

  private static final String CLASS = "org.postgresql.Driver";

  private PostgresDriver() {}

  /**
   * Makes the driver. It is not looked up by {@link java.sql.DriverManager}, which knows only what
   * the application's class loader has.
   *
   * @throws NotSupportedException if it is not on the class path
   */
  static Driver load() {
    try {
      return Class.forName(CLASS).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new NotSupportedException(
          "A catalog in PostgreSQL needs the driver org.postgresql:postgresql, which is not on the"
              + " class path; add that artifact to the application");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The driver " + CLASS + " cannot be made", e);
    }
  }
}
