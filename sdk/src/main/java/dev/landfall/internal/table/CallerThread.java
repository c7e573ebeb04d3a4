package dev.landfall.internal.table;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs every task at once in the thread that submits it. Iceberg waits for its own pools in steps
 * of 10 ms, which is many times what the manifests of a small write take.
 */
final class CallerThread extends AbstractExecutorService {

  static final CallerThread INSTANCE = new CallerThread();

  private CallerThread() {}

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("The executor is shared and has nothing to shut down");
  }

  @Override
  public List<Runnable> shutdownNow() {
    throw new UnsupportedOperationException("The executor is shared and has nothing to shut down");
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
