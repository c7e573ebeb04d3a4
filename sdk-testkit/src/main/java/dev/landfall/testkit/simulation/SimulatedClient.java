package dev.landfall.testkit.simulation;

/** A client of a simulated world: a process that is started again after each crash. */
final class SimulatedClient {

  private final Stage stage;
  private final String name;
  private RecordedClient process;
  private int starts;

  SimulatedClient(Stage stage, String name) {
    this.stage = stage;
    this.name = name;
    this.process = start();
  }

  /** Lives until the world has seen enough. */
  void live() {
    while (true) {
      try {
        new ClientProgram(stage, process).run();
        return;
      } catch (ProcessCrash e) {
        stage.world.sleepMillis(1 + stage.world.upTo(500));
        process = start();
      }
    }
  }

  void crash() {
    if (!process.hasCrashed()) {
      stage.world.recorder.event(process.name() + " crashes");
      process.crash();
    }
  }

  private RecordedClient start() {
    starts++;
    return new RecordedClient(stage.world, name + "." + starts, stage);
  }
}
