package dev.landfall.internal.engine;

import dev.landfall.internal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For database commits that only stand in the write-ahead log when they return: syncs the log when
 * it is closed, and before that in the background if it is to. SQLite itself syncs the log before
 * it moves pages out of it, so what a power cut leaves is always a state that the database had. The
 * mark is raised after the sync, and so never asks for more than is durable.
 */
final class DeferredSync implements CommitSync {

  private static final Logger LOG = LoggerFactory.getLogger(DeferredSync.class);
  private static final Duration DELAY = Duration.ofMillis(200);

  private final Path directory;
  private final Path writeAheadLog;
  private final HighWaterMark mark;
  private final EngineHooks hooks;
  private final @Nullable Background background;
  private final AtomicLong committed;
  private final AtomicBoolean due = new AtomicBoolean();
  private volatile boolean failed;
  // Guarded by this.
  private long durable;

  private DeferredSync(
      CatalogDirectory files,
      HighWaterMark mark,
      long durable,
      EngineHooks hooks,
      @Nullable Background background) {
    this.directory = files.root();
    this.writeAheadLog = files.writeAheadLog();
    this.mark = mark;
    this.durable = durable;
    this.committed = new AtomicLong(durable);
    this.hooks = hooks;
    this.background = background;
  }

  /** Syncs in the background, a short time after the first commit that needs it. */
  static DeferredSync inBackground(
      CatalogDirectory files, HighWaterMark mark, long durable, EngineHooks hooks) {
    return new DeferredSync(files, mark, durable, hooks, hooks.newBackground());
  }

  /** Syncs when it is closed. */
  static DeferredSync atClose(
      CatalogDirectory files, HighWaterMark mark, long durable, EngineHooks hooks) {
    return new DeferredSync(files, mark, durable, hooks, null);
  }

  @Override
  public long next(SqlSession session) throws SQLException {
    return Schema.nextSequence(session);
  }

  @Override
  public void committed(long sequence) {
    committed.set(sequence);
    if (background != null && due.compareAndSet(false, true)) {
      background.later(DELAY, this::syncInBackground);
    }
  }

  @Override
  public boolean failed() {
    return failed;
  }

  @Override
  public void close() throws IOException {
    if (background != null) {
      background.close();
    }
    sync();
  }

  private void syncInBackground() {
    due.set(false);
    try {
      sync();
    } catch (IOException | RuntimeException e) {
      LOG.error("Commits may be lost at a power cut: a sync of {} failed", writeAheadLog, e);
    }
  }

  private synchronized void sync() throws IOException {
    if (failed) {
      throw new IOException("An earlier sync of " + writeAheadLog + " failed");
    }
    long sequence = committed.get();
    if (sequence == durable) {
      return;
    }
    try {
      DurableFiles.syncFile(writeAheadLog);
      // SQLite does this for a new log when it syncs it itself.
      DurableFiles.syncDirectory(directory);
      hooks.logSynced();
    } catch (IOException | RuntimeException | Error e) {
      failed = true;
      throw e;
    }
    mark.raise(sequence);
    durable = sequence;
  }
}
