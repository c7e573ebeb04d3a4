package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.model.ProjectName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Simulated worlds, one after the other: clients with the real SDK, a line that loses, delays and
 * repeats, a server with the real engine that crashes, and a disk that forgets what was not synced.
 * A seed decides everything that happens; time is virtual. Not thread-safe: one simulation runs in
 * one thread, several beside each other.
 */
public final class Simulation implements AutoCloseable {

  private final Path root;
  private final Path directory;
  private final TaskThreads threads = new TaskThreads();
  private final DatabaseImage empty;

  private Simulation(Path root) throws IOException {
    this.root = root;
    this.directory = root.resolve("lake");
    try (Catalog catalog = DirectoryCatalog.open(directory, DirectoryCatalog.Options.defaults())) {
      catalog.createProject(new ProjectName(Stage.PROJECT));
    }
    this.empty = DatabaseImage.take(directory).withMark(new byte[0]);
  }

  /**
   * Makes a simulation in a new directory: in memory where the system has such a place, else among
   * the temporary files.
   *
   * @throws UncheckedIOException if the directory cannot be made
   */
  public static Simulation open() {
    Path memory = Path.of("/dev/shm");
    try {
      return new Simulation(
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "landfall-simulation")
              : Files.createTempDirectory("landfall-simulation"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a directory for a simulation", e);
    }
  }

  /**
   * Runs one world from its beginning to its end, and checks its history.
   *
   * @throws IllegalStateException if a part of the simulation itself failed; the message names the
   *     seed
   */
  public SimulatedHistory run(long seed) {
    return run(seed, Seams.NONE);
  }

  SimulatedHistory run(long seed, Seams seams) {
    World world = new World(seed, threads, seams);
    try {
      deleteTree(directory.resolve("projects").resolve(Stage.PROJECT).resolve("tables"));
      Stage stage = new Stage(world, directory, empty);
      live(world, stage);
      History history = end(world, stage);
      return new SimulatedHistory(
          seed, history, HistoryChecker.check(history), world.recorder.transcript());
    } catch (IOException | RuntimeException e) {
      throw new IllegalStateException(
          "The simulation failed at seed " + seed + "\n" + world.recorder.transcript(), e);
    }
  }

  private static void live(World world, Stage stage) {
    world.scheduler.spawn(
        "world",
        () -> {
          stage.server.start();
          List<SimulatedClient> clients = new ArrayList<>();
          for (int i = 1; i <= world.conditions.clients(); i++) {
            SimulatedClient client = new SimulatedClient(stage, "client-" + i);
            clients.add(client);
            world.scheduler.spawn("client-" + i, client::live);
          }
          new Chaos(stage, clients).run();
        });
    world.scheduler.run();
  }

  private static History end(World world, Stage stage) {
    List<FinalState> found = new ArrayList<>();
    world.scheduler.spawn(
        "settler",
        () -> {
          Settling settling = new Settling(stage);
          if (stage.server.needsRestart()) {
            stage.server.kill();
            stage.server.start();
          }
          settling.askAgain();
          found.add(settling.look());
          stage.server.close();
        });
    world.scheduler.run();
    return world.recorder.history(found.get(0));
  }

  /** Ends the threads, and removes the directory. */
  @Override
  public void close() {
    threads.close();
    try {
      deleteTree(root);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot remove the directory of a simulation", e);
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
