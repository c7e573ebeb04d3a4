package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.ServedLake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Nessie server that is killed while it is published to, and started again on its files. */
@Tag("nessie-server")
@Timeout(600)
class NessieCrashTest {

  private static final int ROUNDS = 4;

  private record Attempt(FrozenCommit commit, PublishResult result) {}

  @TempDir Path directory;

  @Test
  void everyCommitIsInTheHistoryOnceOrNotAtAllAsItsOutcomeSays() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("NessieCrashTest: seed " + seed);
    Random random = new Random(seed);
    int port = NessieServer.freePort();
    Path database = directory.resolve("db");
    NessieServer server = NessieServer.start(database, port);
    try (NessieLake lake = NessieLake.create(server, directory.resolve("warehouse"))) {
      List<Attempt> attempts = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        attempts.addAll(publishUntilKilled(lake, server, 1 + random.nextInt(12)));
        server = NessieServer.start(database, port);
        settle(lake, attempts);
      }
      assertThat(attempts).hasSizeGreaterThan(ROUNDS);
    } finally {
      server.close();
    }
  }

  /** Publishes one commit after the other, until the server is killed that has taken so many. */
  private static List<Attempt> publishUntilKilled(NessieLake lake, NessieServer server, int commits)
      throws Exception {
    Project project = lake.attempting(1);
    AtomicInteger published = new AtomicInteger();
    CompletableFuture<List<Attempt>> publisher =
        CompletableFuture.supplyAsync(
            () -> {
              List<Attempt> attempts = new ArrayList<>();
              BranchHead head = project.branch("main");
              while (true) {
                FrozenCommit commit =
                    head.commit()
                        .updateTable(head.table("orders").append(Rows.of(ServedLake.orders(10, 1))))
                        .freeze();
                PublishResult result = commit.tryPublish();
                attempts.add(new Attempt(commit, result));
                if (!(result instanceof PublishResult.Published landed)) {
                  return attempts;
                }
                head = landed.head();
                published.incrementAndGet();
              }
            });
    Awaitility.await().until(() -> published.get() >= commits || publisher.isDone());
    server.kill();
    return publisher.get(60, TimeUnit.SECONDS);
  }

  private static void settle(NessieLake lake, List<Attempt> attempts) throws Exception {
    Project project = lake.direct();
    for (Attempt attempt : attempts) {
      FrozenCommit resumed = project.resumeCommit(attempt.commit().save());
      boolean landed = resumed.recover().isPresent();
      if (attempt.result() instanceof PublishResult.Published) {
        assertThat(landed).isTrue();
      } else if (attempt.result() instanceof PublishResult.Failed) {
        assertThat(landed && attempt == attempts.get(attempts.size() - 1)).isFalse();
      }
      if (!landed && attempt == attempts.get(attempts.size() - 1)) {
        resumed.publish();
      }
      assertThat(lake.commitsOf(attempt.commit())).hasSize(1);
    }
    assertThat(project.branch("main").table("orders").rows().count())
        .isEqualTo(10 + attempts.size());
  }
}
