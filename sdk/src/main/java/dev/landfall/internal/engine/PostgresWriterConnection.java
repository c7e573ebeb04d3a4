package dev.landfall.internal.engine;

import dev.landfall.config.Durability;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The writer's connection to PostgreSQL, opened again when it is lost. */
final class PostgresWriterConnection implements WriterConnection {

  private final PostgresDatabase database;
  private final Durability durability;
  private @Nullable SqlSession session;

  PostgresWriterConnection(PostgresDatabase database, Durability durability) {
    this.database = database;
    this.durability = durability;
  }

  @Override
  public Dialect dialect() {
    return database.dialect();
  }

  @Override
  public SqlSession session() throws SQLException {
    SqlSession current = session;
    if (current == null || current.lost()) {
      close();
      current = database.openWriter(durability);
      session = current;
    }
    return current;
  }

  @Override
  public void close() {
    if (session != null) {
      Opening.closeLogged(session);
      session = null;
    }
  }
}
