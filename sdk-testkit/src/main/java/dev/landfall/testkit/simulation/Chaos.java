package dev.landfall.testkit.simulation;

import dev.landfall.config.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Lets processes crash and the power fail, as often as the world's conditions allow. */
final class Chaos {

  private enum Blow {
    SERVER,
    POWER,
    CLIENT
  }

  /** The time within which a commit is durable by itself, as {@link Durability} says. */
  private static final Duration EVENTUALLY = Duration.ofSeconds(1);

  private final World world;
  private final Stage stage;
  private final List<SimulatedClient> clients;
  private final List<Blow> blows = new ArrayList<>();

  Chaos(Stage stage, List<SimulatedClient> clients) {
    this.world = stage.world;
    this.stage = stage;
    this.clients = clients;
    add(Blow.SERVER, world.conditions.serverCrashes());
    add(Blow.POWER, world.conditions.powerCuts());
    add(Blow.CLIENT, world.conditions.clientCrashes());
  }

  /** Goes on until the world has seen enough; leaves a server that runs. */
  void run() {
    while (world.recorder.count() < world.conditions.calls()) {
      world.sleepMillis(1 + world.upTo(120));
      if (stage.server.needsRestart()) {
        restartServer(false);
      } else if (!blows.isEmpty() && world.upTo(3) == 0) {
        strike(blows.remove(world.upTo(blows.size())));
      }
    }
  }

  private void strike(Blow blow) {
    switch (blow) {
      case CLIENT -> clients.get(world.upTo(clients.size())).crash();
      case SERVER -> restartServer(false);
      case POWER -> restartServer(true);
    }
  }

  private void restartServer(boolean powerCut) {
    if (powerCut) {
      clients.forEach(SimulatedClient::crash);
      stage.server.cutPower();
      if (world.conditions.durability() == Durability.EVENTUAL) {
        world.recorder.loses(EVENTUALLY);
      }
      world.recorder.event("the power fails; files lost: " + stage.files.powerCut());
    } else {
      world.recorder.event("the server is killed");
      stage.server.kill();
    }
    world.sleepMillis(1 + world.upTo(300));
    stage.server.start();
    world.recorder.event("the server has started");
  }

  private void add(Blow blow, int times) {
    for (int i = 0; i < times; i++) {
      blows.add(blow);
    }
  }
}
