package dev.landfall.internal.engine;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Counts the steps, and fails once at the one that is set. */
final class FailAt implements EngineHooks {

  private final AtomicReference<@Nullable Step> failing = new AtomicReference<>();
  private final Map<Step, Integer> counts = new EnumMap<>(Step.class);

  void set(Step step) {
    failing.set(step);
  }

  synchronized int count(Step step) {
    return counts.getOrDefault(step, 0);
  }

  @Override
  public void reached(Step step, Connection connection) throws SQLException {
    synchronized (this) {
      counts.merge(step, 1, Integer::sum);
    }
    if (failing.compareAndSet(step, null)) {
      throw new SQLException("injected at " + step);
    }
  }
}
