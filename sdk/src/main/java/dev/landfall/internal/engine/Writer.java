package dev.landfall.internal.engine;

import dev.landfall.catalog.UnavailableException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one writer of a database: runs mutations one after the other, each in one database
 * transaction with one database commit, and tells its caller only what is durable.
 *
 * <p>What fails before the database commit is issued is taken back, and definite. When the database
 * commit itself fails, nobody can say whether it is durable: a second sync could succeed without
 * having written what the first one lost. So the writer writes nothing more after that.
 */
final class Writer implements AutoCloseable {

  private final String where;
  private final HighWaterMark mark;
  private final ReentrantLock lock = new ReentrantLock(true);

  // All that follows is used only under the lock.
  private final WriteContext context;
  private boolean failed;
  private boolean closed;

  Writer(
      String where,
      SqlSession session,
      HighWaterMark mark,
      InstantSource clock,
      EngineHooks hooks) {
    this.where = where;
    this.mark = mark;
    this.context = new WriteContext(session, clock, hooks);
  }

  /**
   * Runs a mutation.
   *
   * @throws UnavailableException if the thread was interrupted before its turn came, or the
   *     database failed; it says whether the mutation may have taken effect
   */
  <T> T execute(Mutation<T> mutation) {
    awaitTurn();
    try {
      requireWritable();
      return inTransaction(mutation);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws SQLException {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        context.session().close();
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitTurn() {
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UnavailableException.notSent(
          "Interrupted while waiting to write to the catalog at "
              + where
              + "; nothing was changed, the same call can be made again",
          e);
    }
  }

  private void requireWritable() {
    if (closed) {
      throw Readers.closed(where);
    }
    if (failed) {
      throw UnavailableException.notSent(
          "The catalog at "
              + where
              + " takes no more writes since a database commit failed; close it, check the disk and"
              + " open it again",
          null);
    }
  }

  private <T> T inTransaction(Mutation<T> mutation) {
    SqlSession session = context.session();
    long rowsBefore = session.rowsWritten();
    boolean begun = false;
    T answer;
    long sequence;
    try {
      session.execute("BEGIN IMMEDIATE");
      begun = true;
      context.reached(Step.BEGUN);
      answer = mutation.apply(context);
      if (session.rowsWritten() == rowsBefore) {
        session.execute("ROLLBACK");
        return answer;
      }
      sequence = Schema.nextSequence(session);
      context.reached(Step.SEQUENCE_WRITTEN);
    } catch (SQLException e) {
      if (begun) {
        rollBack(e);
      }
      throw SqlErrors.definite("write to the catalog at " + where, e);
    } catch (RuntimeException | Error e) {
      rollBack(e);
      throw e;
    }
    commit(sequence);
    return answer;
  }

  private void commit(long sequence) {
    boolean durable = false;
    try {
      context.reached(Step.COMMIT_ISSUED);
      context.session().execute("COMMIT");
      context.reached(Step.COMMITTED);
      mark.raise(sequence);
      context.reached(Step.MARKED);
      durable = true;
    } catch (SQLException | RuntimeException e) {
      throw UnavailableException.maybeSent(
          "The database commit at "
              + where
              + " failed ("
              + e.getMessage()
              + "), so it is not known whether the change is durable; close the catalog, open it"
              + " again and look the operation up",
          e);
    } finally {
      failed |= !durable;
    }
  }

  /**
   * Takes back what was written. SQLite may have done so already; if neither succeeds, the next
   * transaction cannot begin, so nothing of this one can ever become durable.
   */
  private void rollBack(Throwable reason) {
    try {
      context.session().execute("ROLLBACK");
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
