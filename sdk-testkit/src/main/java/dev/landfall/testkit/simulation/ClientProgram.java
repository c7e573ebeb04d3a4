package dev.landfall.testkit.simulation;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.CatalogException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.exceptions.NotFoundException;

/** What a client does: one thing after the other, drawn by chance, until enough has been done. */
final class ClientProgram {

  private static final String TRY = "try";

  private enum Action {
    PUBLISH(8),
    RELEASE(4),
    UPDATE(2),
    READ(4),
    RECOVER(3),
    PUBLISH_AGAIN(3),
    ABANDON(2),
    RESUME(3),
    BRANCH_OFF(2),
    DELETE_BRANCH(1),
    FREEZE_AND_KEEP(2);

    private final int weight;

    Action(int weight) {
      this.weight = weight;
    }
  }

  private static final List<Action> WEIGHTED = weighted();

  private final World world;
  private final Stage stage;
  private final RecordedClient client;
  private final Writes writes;
  private final List<FrozenCommit> held = new ArrayList<>();

  ClientProgram(Stage stage, RecordedClient client) {
    this.world = stage.world;
    this.stage = stage;
    this.client = client;
    this.writes = new Writes(world, client.project());
  }

  /** Runs until the world has seen enough calls, or the process crashes. */
  void run() {
    while (world.recorder.count() < world.conditions.calls()) {
      client.checkAlive();
      act(WEIGHTED.get(world.upTo(WEIGHTED.size())));
      world.sleepMillis(world.upTo(20));
    }
  }

  private void act(Action action) {
    try {
      switch (action) {
        case PUBLISH -> pinned().ifPresent(head -> publish(freeze(head, false)));
        case RELEASE -> pinned().ifPresent(head -> publish(freeze(head, true)));
        case UPDATE -> client.update(branch(), head -> writes.stage(head, world.upTo(4) == 0));
        case READ -> pinned().ifPresent(client::readTables);
        case RECOVER -> some().ifPresent(client::recover);
        case PUBLISH_AGAIN -> some().ifPresent(client::publish);
        case ABANDON -> some().ifPresent(client::abandon);
        case RESUME -> resume();
        case BRANCH_OFF -> client.pin(Stage.MAIN).ifPresent(this::branchOff);
        case DELETE_BRANCH -> client.pin(TRY).ifPresent(this::deleteBranch);
        case FREEZE_AND_KEEP -> pinned().ifPresent(head -> freeze(head, world.upTo(3) == 0));
      }
    } catch (CatalogException | NotFoundException e) {
      // A look-up before the call failed, so there was no call to record.
      client.checkAlive();
    }
  }

  private Optional<BranchHead> pinned() {
    Optional<BranchHead> head = client.pin(branch());
    if (head.isEmpty()) {
      world.sleepMillis(world.upTo(150));
    }
    return head;
  }

  private String branch() {
    return world.upTo(4) == 0 ? TRY : Stage.MAIN;
  }

  private FrozenCommit freeze(BranchHead head, boolean release) {
    FrozenCommit commit = writes.stage(head, release).freeze();
    client.checkAlive();
    held.add(commit);
    if (world.upTo(10) > 0) {
      stage.saved.save(commit.save());
    }
    return commit;
  }

  /** Publishes, and does one of the safe things if the outcome is unknown; or nothing. */
  private void publish(FrozenCommit commit) {
    if (client.publish(commit) instanceof PublishResult.Unknown) {
      settle(commit);
    }
  }

  private void settle(FrozenCommit commit) {
    switch (world.upTo(5)) {
      case 0 -> client.recover(commit);
      case 1 -> client.publish(commit);
      case 2 -> client.abandon(commit);
      case 3 -> {
        client.recover(commit);
        client.publish(commit);
      }
      default -> {
        // Left unsettled.
      }
    }
  }

  private void resume() {
    if (!stage.saved.isEmpty()) {
      SavedCommit saved = stage.saved.loadSome(world);
      FrozenCommit resumed = client.project().resumeCommit(saved);
      held.add(resumed);
      if (world.upTo(3) == 0) {
        client.publish(resumed);
      } else {
        settle(resumed);
      }
    }
  }

  private Optional<FrozenCommit> some() {
    return held.isEmpty() ? Optional.empty() : Optional.of(held.get(world.upTo(held.size())));
  }

  private void branchOff(BranchHead main) {
    client.createBranch(TRY, main.commitId());
  }

  /** Deletes a branch, and often creates it again at the same commit. */
  private void deleteBranch(BranchHead head) {
    if (world.upTo(2) == 0) {
      freeze(head, false);
    }
    client.deleteBranch(TRY, head.commitId());
    if (world.upTo(3) > 0) {
      client.createBranch(TRY, head.commitId());
    }
  }

  private static List<Action> weighted() {
    List<Action> actions = new ArrayList<>();
    for (Action action : Action.values()) {
      for (int i = 0; i < action.weight; i++) {
        actions.add(action);
      }
    }
    return actions;
  }
}
