package dev.landfall.testkit.nessie;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.ServedLake;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/** Appends a row to a table of its own, again and again, each time with one attempt. */
record RacingPublisher(Project project, String table, NessieNode node, BooleanSupplier over)
    implements Callable<List<RacingPublisher.Attempt>> {

  /** A publish, and what was told of it. */
  record Attempt(String table, NessieNode node, FrozenCommit commit, PublishResult result) {}

  @Override
  public List<Attempt> call() throws Exception {
    List<Attempt> attempts = new ArrayList<>();
    while (!over.getAsBoolean()) {
      try {
        FrozenCommit commit = append();
        PublishResult result = commit.tryPublish();
        attempts.add(new Attempt(table, node, commit, result));
        if (result instanceof PublishResult.Published) {
          node.acknowledged.incrementAndGet();
        }
      } catch (UnavailableException e) {
        // Not even the head could be read.
        node.awaitRunning();
      }
    }
    return attempts;
  }

  private FrozenCommit append() {
    BranchHead head = project.branch("main");
    return head.commit()
        .updateTable(head.table(table).append(Rows.of(ServedLake.orders(0, 1))))
        .freeze();
  }
}
