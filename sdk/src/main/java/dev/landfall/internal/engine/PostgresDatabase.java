package dev.landfall.internal.engine;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Supplier;

/** Opens connections to a PostgreSQL database, on each of which every wait has a bound. */
final class PostgresDatabase {

  private static final Dialect DIALECT = new PostgresDialect();

  /** How much longer to wait for a server that says nothing than for one that gives up itself. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String READ_ONLY = "SET default_transaction_read_only = on";
  private static final String SYNC_NOT_AT_COMMIT = "SET synchronous_commit = off";

  /** Leaves stronger settings as they are, such as one that waits for a standby. */
  private static final String SYNC_AT_COMMIT =
      "SELECT set_config('synchronous_commit', 'on', false)"
          + " WHERE current_setting('synchronous_commit') = 'off'";

  private final Driver driver;
  private final PostgresAddress address;
  private final PostgresOptions options;

  PostgresDatabase(Driver driver, PostgresAddress address, PostgresOptions options) {
    this.driver = driver;
    this.address = address;
    this.options = options;
  }

  Dialect dialect() {
    return DIALECT;
  }

  String where() {
    return address.where();
  }

  String schema() {
    return address.schema();
  }

  SqlSession openReader() throws SQLException {
    return open(READ_ONLY);
  }

  SqlSession openWriter(Durability durability) throws SQLException {
    return open(durability == Durability.IMMEDIATE ? SYNC_AT_COMMIT : SYNC_NOT_AT_COMMIT);
  }

  private SqlSession open(String role) throws SQLException {
    if (!driver.acceptsURL(address.url())) {
      throw PostgresAddress.invalid("the driver cannot read its host, port or database");
    }
    Connection connection = driver.connect(address.url(), properties());
    SqlSession session = new SqlSession(connection, DIALECT);
    try {
      session.execute("SET lock_timeout = " + options.lockTimeout().toMillis());
      String statementMillis = Long.toString(options.statementTimeout().toMillis());
      session.execute("SET statement_timeout = " + statementMillis);
      session.execute("SET idle_in_transaction_session_timeout = " + statementMillis);
      session.execute(role);
      return session;
    } catch (SQLException | RuntimeException e) {
      Opening.closeLogged(session);
      throw e;
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "landfall");
    properties.putAll(address.parameters());
    options.user().ifPresent(user -> properties.setProperty("user", user));
    options.password().ifPresent(source -> properties.setProperty("password", ask(source)));
    properties.setProperty("currentSchema", address.schema());
    properties.setProperty("connectTimeout", seconds(options.connectTimeout()));
    properties.setProperty("socketTimeout", seconds(options.statementTimeout().plus(PATIENCE)));
    properties.setProperty("tcpKeepAlive", "true");
    return properties;
  }

  private String ask(Supplier<String> password) {
    try {
      return password.get();
    } catch (RuntimeException e) {
      throw UnavailableException.notSent(
          "Cannot connect to the catalog at "
              + where()
              + ", nothing was changed: the source of the password failed",
          e);
    }
  }

  private static String seconds(Duration duration) {
    return Long.toString(duration.toSeconds());
  }
}
