package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.internal.http.HttpCatalog;
import java.nio.file.Path;

/** The machinery of one simulated world: a server, a disk, and what has been saved. */
final class Stage {

  static final String PROJECT = "sim";
  static final String MAIN = "main";

  final World world;
  final SimulatedServer server;
  final SimulatedFiles files;
  final SavedCommits saved = new SavedCommits();

  Stage(World world, Path directory, DatabaseImage disk) {
    this.world = world;
    this.server = new SimulatedServer(world, directory, disk);
    this.files = new SimulatedFiles(world, directory.resolve("projects").resolve(PROJECT));
  }

  /** Gives a client process a catalog at the end of a line of its own. */
  ClientCatalog connect(String client, Runnable aliveCheck) {
    Catalog remote = HttpCatalog.over(new SimulatedLine(world, server, client, aliveCheck));
    return new ClientCatalog(
        world.seams.clientSide(remote),
        world.recorder,
        world.pacing(aliveCheck),
        world.seams.fileSync(files));
  }
}
