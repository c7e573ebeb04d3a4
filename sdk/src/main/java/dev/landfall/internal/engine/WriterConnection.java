package dev.landfall.internal.engine;

import java.sql.SQLException;

/** Where the one writer of a process has its connection from. Used by one thread at a time. */
interface WriterConnection extends AutoCloseable {

  Dialect dialect();

  /** Returns the connection; a new one if the last one is lost and can be replaced. */
  SqlSession session() throws SQLException;

  @Override
  void close() throws SQLException;

  /** Makes a source of one connection that is never replaced. */
  static WriterConnection fixed(SqlSession only) {
    return new WriterConnection() {
      @Override
      public Dialect dialect() {
        return only.dialect();
      }

      @Override
      public SqlSession session() {
        return only;
      }

      @Override
      public void close() throws SQLException {
        only.close();
      }
    };
  }
}
