package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.config.Durability;
import dev.landfall.internal.engine.Background;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.internal.engine.EngineHooks;
import dev.landfall.internal.engine.Step;
import dev.landfall.internal.http.HttpAnswer;
import dev.landfall.internal.http.HttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The server of a simulated world: the real engine on a directory, in a process that can be killed
 * between any two of its steps and started again on what the disk still has.
 */
final class SimulatedServer {

  private final World world;
  private final Path directory;
  private final Durability durability;
  private final List<byte[]> marks = new ArrayList<>();
  private @Nullable Incarnation running;
  private @Nullable Incarnation last;
  private DatabaseImage disk;
  private long synced;

  /** Makes a server that is not running, on a disk with a catalog. */
  SimulatedServer(World world, Path directory, DatabaseImage disk) {
    this.world = world;
    this.directory = directory;
    this.durability = world.seams.durability(world.conditions.durability());
    this.disk = disk;
  }

  boolean isRunning() {
    return running != null;
  }

  /** Tells whether the engine takes no more writes, because a sync has failed. */
  boolean needsRestart() {
    return running != null && running.failed;
  }

  /** Answers a request; empty if the server was killed before it had answered. */
  Optional<HttpAnswer> handle(HttpRequest request) {
    Incarnation serving = running;
    if (serving == null) {
      throw new IllegalStateException("The server is not running");
    }
    return serving.handle(request);
  }

  /** Returns the catalog itself, to look at it when all is over. */
  Catalog catalog() {
    if (running == null) {
      throw new IllegalStateException("The server is not running");
    }
    return running.catalog;
  }

  /** Kills the process. The operating system keeps what it has written. */
  void kill() {
    stop(image());
  }

  /** Kills the process, and the disk forgets what was not synced. */
  void cutPower() {
    stop(image().withLog(someLog()).withMark(someMark()));
  }

  /** Starts the process on what the disk has, when the last one has ended. */
  void start() {
    closeLast();
    try {
      disk.restore(directory);
      Incarnation next = new Incarnation();
      next.open();
      running = next;
      last = next;
      marks.clear();
      // What is there when a catalog has been opened is durable.
      synced = DatabaseImage.endOfLog(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process as an operator does; nobody is being served. */
  void close() {
    running = null;
    closeLast();
  }

  private void closeLast() {
    if (last != null) {
      last.close();
      last = null;
    }
  }

  private DatabaseImage image() {
    try {
      return DatabaseImage.take(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stop(DatabaseImage left) {
    Incarnation killed = running;
    if (killed != null) {
      disk = left;
      running = null;
      killed.die();
    }
  }

  /** The log is there up to its last sync; of what was written later, any beginning may be. */
  private long someLog() {
    try {
      int unsynced = (int) (DatabaseImage.endOfLog(directory) - synced);
      return unsynced > 0 ? synced + world.upTo(unsynced + 1) : synced;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The mark is not synced: it may be any that was written, torn, or gone. */
  private byte[] someMark() {
    int choice = world.upTo(4);
    if (marks.isEmpty() || choice == 0) {
      return new byte[0];
    }
    byte[] mark = marks.get(choice == 1 ? world.upTo(marks.size()) : marks.size() - 1).clone();
    if (choice == 2) {
      mark[world.upTo(mark.length)] ^= 1;
    }
    return mark;
  }

  private void committed() throws SQLException {
    try {
      if (durability == Durability.IMMEDIATE) {
        synced = DatabaseImage.endOfLog(directory);
      }
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  private void marked() throws SQLException {
    try {
      marks.add(DatabaseImage.mark(directory));
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  /** One process of the server. */
  private final class Incarnation implements EngineHooks {

    private final List<Task> inside = new ArrayList<>();
    private @Nullable Catalog engine;
    private Catalog catalog;
    private boolean dead;
    private boolean failed;

    @SuppressWarnings("NullAway.Init")
    Incarnation() {}

    void open() {
      engine =
          DirectoryCatalog.open(
              directory,
              DirectoryCatalog.Options.defaults()
                  .withClock(world.clock())
                  .withDurability(durability),
              this);
      catalog = world.seams.serverSide(engine);
    }

    Optional<HttpAnswer> handle(HttpRequest request) {
      Task task = world.scheduler.current();
      inside.add(task);
      try {
        step();
        HttpAnswer answer = Endpoint.answer(catalog, request);
        return dead ? Optional.empty() : Optional.of(answer);
      } catch (ProcessCrash e) {
        return Optional.empty();
      } finally {
        inside.remove(task);
      }
    }

    void die() {
      dead = true;
      inside.forEach(world.scheduler::wake);
    }

    /** Closes what a dead process would have let go of by itself. */
    void close() {
      while (!inside.isEmpty()) {
        world.sleepMillis(1);
      }
      dead = true;
      if (engine != null) {
        engine.close();
      }
    }

    @Override
    public void reached(Step step, Connection connection) throws SQLException {
      checkAlive();
      if (step == Step.COMMIT_ISSUED) {
        failSometimes("before");
      } else if (step == Step.COMMITTED) {
        committed();
        failSometimes("after");
      } else if (step == Step.MARKED) {
        marked();
      }
      world.seams.reached(step, connection);
      step();
    }

    @Override
    public void read() {
      step();
    }

    @Override
    public void logSynced() throws IOException {
      if (!dead) {
        synced = DatabaseImage.endOfLog(directory);
        marks.add(DatabaseImage.mark(directory));
      }
    }

    @Override
    public Background newBackground() {
      return new BackgroundTasks(world.scheduler, () -> !dead);
    }

    @Override
    public Condition newCondition(ReentrantLock lock) {
      return new TaskCondition(world.scheduler, lock, this::checkAlive);
    }

    private void step() {
      checkAlive();
      if (world.chance(world.conditions.preemption())) {
        world.scheduler.step();
        checkAlive();
      }
    }

    private void failSometimes(String when) throws SQLException {
      if (world.chance(world.conditions.failedSyncs())) {
        failed = true;
        world.recorder.event("the disk fails " + when + " a database commit");
        throw new SQLException("disk I/O error");
      }
    }

    private void checkAlive() {
      if (dead) {
        throw new ProcessCrash();
      }
    }
  }
}
