package dev.landfall.internal.table;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.SnapshotUpdate;
import org.jspecify.annotations.Nullable;

/**
 * Runs every task at once in the thread that submits it. Iceberg waits for its own pools in steps
 * of 10 ms, which is many times what the manifests of a small write take.
 */
final class CallerThread extends AbstractExecutorService {

  static final CallerThread INSTANCE = new CallerThread();

  /** Iceberg writes manifests in a given executor from 1.12 on; before, only in its own pool. */
  private static final @Nullable Method WRITE_MANIFESTS_WITH = writeManifestsWith();

  private CallerThread() {}

  /** Lets an update read and write its manifests in the thread that commits it. */
  static <T extends SnapshotUpdate<T>> T manifestsOf(T update) {
    T scanning = update.scanManifestsWith(INSTANCE);
    if (WRITE_MANIFESTS_WITH == null) {
      return scanning;
    }
    try {
      WRITE_MANIFESTS_WITH.invoke(scanning, INSTANCE, 1);
      return scanning;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Iceberg does not let manifests be written here", e);
    }
  }

  private static @Nullable Method writeManifestsWith() {
    return Arrays.stream(SnapshotUpdate.class.getMethods())
        .filter(method -> method.getName().equals("writeManifestsWith"))
        .filter(method -> method.getParameterCount() == 2)
        .findFirst()
        .orElse(null);
  }

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
