package dev.landfall.internal.engine;

import dev.landfall.catalog.UnavailableException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a database: runs mutations in batches, each batch in one database transaction
 * with one database commit, and tells its callers only what is durable.
 *
 * <p>What fails before the database commit is issued is taken back, and definite. When the database
 * commit itself fails, nobody can say whether it is durable: a second sync could succeed without
 * having written what the first one lost. So the writer writes nothing more after that, unless the
 * database syncs by itself: then it goes on with a new connection.
 */
final class Writer implements AutoCloseable {

  private static final int LARGEST_BATCH = 256;
  private static final int MOST_CALLERS = 1024;

  private final String where;
  private final Dialect dialect;
  private final CommitSync sync;
  private final InstantSource clock;
  private final EngineHooks hooks;
  private final HeadMirror mirror;
  private final WriteQueue queue;
  private final ReentrantLock lock = new ReentrantLock();

  // All that follows is used only under the lock.
  private final WriterConnection connection;
  private boolean failed;
  private boolean closed;

  Writer(
      String where,
      WriterConnection connection,
      CommitSync sync,
      InstantSource clock,
      EngineHooks hooks,
      HeadMirror mirror) {
    this.where = where;
    this.connection = connection;
    this.dialect = connection.dialect();
    this.sync = sync;
    this.clock = clock;
    this.hooks = hooks;
    this.mirror = mirror;
    this.queue = new WriteQueue(LARGEST_BATCH, MOST_CALLERS, hooks::newCondition);
  }

  /**
   * Runs a mutation.
   *
   * @throws UnavailableException if the thread was interrupted before its turn came, or the
   *     database failed; it says whether the mutation may have taken effect
   */
  <T> T execute(Mutation<T> mutation) {
    QueuedMutation<T> queued = new QueuedMutation<>(mutation);
    try {
      queue.settle(queued, this::writeBatch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UnavailableException.notSent(
          "Interrupted while waiting to write to the catalog at "
              + where
              + "; nothing was changed, the same call can be made again",
          e);
    }
    return queued.outcome();
  }

  /**
   * Waits for the batch that is being written, and makes durable what is not yet.
   *
   * @throws UnavailableException if that failed
   */
  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        syncAndClose();
      }
    } finally {
      lock.unlock();
    }
  }

  private void syncAndClose() {
    try {
      sync.close();
    } catch (IOException e) {
      throw UnavailableException.maybeSent(
          "The catalog at "
              + where
              + " is closed, but its last commits may be lost at a power cut ("
              + e.getMessage()
              + "); check the disk, open the catalog again and look the operations up",
          e);
    } finally {
      Opening.closeLogged(connection);
    }
  }

  private void writeBatch(WriteQueue.Intake intake) {
    lock.lock();
    try {
      Rerun rerun = new Rerun();
      write(intake::next, rerun);
      while (!rerun.isEmpty()) {
        write(rerun.takeBatch(), rerun);
      }
    } finally {
      lock.unlock();
    }
  }

  private void write(Supplier<@Nullable QueuedMutation<?>> source, Rerun rerun) {
    if (closed || failed || sync.failed()) {
      refuse(source);
      return;
    }
    WriteBatch batch =
        new WriteBatch(
            where,
            dialect,
            () -> new WriteContext(connection.session(), clock, hooks, true),
            rerun);
    OptionalLong number = batch.run(source, sync);
    if (number.isPresent()) {
      failed = !batch.commit(number.getAsLong(), sync, mirror) && !dialect.canReconnect();
    }
  }

  private void refuse(Supplier<@Nullable QueuedMutation<?>> source) {
    for (QueuedMutation<?> next = source.get(); next != null; next = source.get()) {
      next.fail(
          closed
              ? Readers.closed(where)
              : UnavailableException.notSent(
                  "The catalog at "
                      + where
                      + " takes no more writes since a sync failed; close it, check the"
                      + " disk and open it again",
                  null));
    }
  }
}
