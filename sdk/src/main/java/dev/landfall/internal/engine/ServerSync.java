package dev.landfall.internal.engine;

import dev.landfall.config.Durability;
import java.io.IOException;
import java.sql.SQLException;

/**
 * For a server that syncs by itself: at each commit, or a moment later. The commits of that moment
 * are made durable at the end, by one more that is synced.
 */
final class ServerSync implements CommitSync {

  private static final String ANY_WRITE = "UPDATE store SET schema_version = schema_version";

  private final WriterConnection connection;
  private final boolean atCommit;
  private boolean due;

  ServerSync(WriterConnection connection, Durability durability) {
    this.connection = connection;
    this.atCommit = durability == Durability.IMMEDIATE;
  }

  @Override
  public long next(SqlSession session) {
    // A row that counts would let one process write at a time.
    return 0;
  }

  @Override
  public void committed(long number) {
    due = !atCommit;
  }

  @Override
  public boolean failed() {
    return false;
  }

  @Override
  public void close() throws IOException {
    if (!due) {
      return;
    }
    try {
      SqlSession session = connection.session();
      session.execute("BEGIN");
      session.execute("SET LOCAL synchronous_commit = on");
      session.execute(ANY_WRITE);
      session.execute("COMMIT");
      due = false;
    } catch (SQLException e) {
      throw new IOException("The server did not sync: " + e.getMessage(), e);
    }
  }
}
