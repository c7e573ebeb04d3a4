package dev.landfall.internal.engine;

import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/** A small pool of connections that read what is committed, while others read and one writes. */
final class Readers implements AutoCloseable {

  /** Opens a connection that only reads. */
  @FunctionalInterface
  interface Opener {
    SqlSession open() throws SQLException;
  }

  /** Reads with a connection. */
  @FunctionalInterface
  interface Query<T> {
    T run(SqlSession session) throws SQLException;
  }

  private static final int MOST_CONNECTIONS = 4;

  private final String where;
  private final Dialect dialect;
  private final Opener opener;
  private final EngineHooks hooks;
  private final Semaphore permits = new Semaphore(MOST_CONNECTIONS, true);
  private final Deque<SqlSession> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  Readers(String where, Dialect dialect, Opener opener) {
    this(where, dialect, opener, EngineHooks.NONE);
  }

  Readers(String where, Dialect dialect, Opener opener, EngineHooks hooks) {
    this.where = where;
    this.dialect = dialect;
    this.opener = opener;
    this.hooks = hooks;
  }

  /** Makes the exception of a call on a closed catalog. */
  static IllegalStateException closed(String where) {
    return new IllegalStateException("The catalog at " + where + " is closed; open it again");
  }

  /** Runs a query. A wait for a connection is short and does not end at an interrupt. */
  <T> T read(Query<T> query) {
    T read = readAlone(query);
    hooks.read();
    return read;
  }

  private <T> T readAlone(Query<T> query) {
    permits.acquireUninterruptibly();
    try {
      if (closed) {
        throw closed(where);
      }
      return readWithPermit(query);
    } catch (SQLException e) {
      throw dialect.definite("read the catalog at " + where, e);
    } finally {
      permits.release();
    }
  }

  /** Waits for the queries that run, then closes all connections. */
  @Override
  public void close() throws SQLException {
    permits.acquireUninterruptibly(MOST_CONNECTIONS);
    try {
      closed = true;
      for (SqlSession session = idle.poll(); session != null; session = idle.poll()) {
        session.close();
      }
    } finally {
      permits.release(MOST_CONNECTIONS);
    }
  }

  private <T> T readWithPermit(Query<T> query) throws SQLException {
    SqlSession pooled = idle.poll();
    if (pooled == null) {
      return readWith(opener.open(), query);
    }
    try {
      return readWith(pooled, query);
    } catch (SQLException e) {
      if (!pooled.lost()) {
        throw e;
      }
      // It may have been dead for long, which says nothing about a new one.
      return readWith(opener.open(), query);
    }
  }

  private <T> T readWith(SqlSession session, Query<T> query) throws SQLException {
    try {
      return query.run(session);
    } catch (Error e) {
      session.giveUp();
      throw e;
    } finally {
      if (session.lost()) {
        Opening.closeLogged(session);
      } else {
        idle.push(session);
      }
    }
  }
}
