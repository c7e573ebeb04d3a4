package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.s3.S3OutcomeTest.Passing;
import dev.landfall.testkit.server.ServedLake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Many threads that write to S3 through one client, while requests fail here and there. */
@ExtendWith(WithS3.class)
@Timeout(180)
class S3ManyThreadsTest {

  private static final int WRITERS = 8;
  private static final int APPENDS = 20;
  private static final int OBJECTS_OF_AN_APPEND = 4;
  private static final int OBJECTS = WRITERS * APPENDS * OBJECTS_OF_AN_APPEND;

  @TempDir private Path directory;

  @Test
  void everyRowIsThereOnceAndNothingIsLeftBehind(S3Server server) throws Exception {
    Path staging = directory.resolve("staging");
    try (S3Lake lake =
        S3Lake.create(
            server,
            directory.resolve("lake"),
            options -> options.with("s3.staging-dir", staging.toString()))) {
      createTables(lake.project);
      int before = lake.keys().size();
      planFaults(lake);

      appendInThreads(lake.project);

      lake.faults.assertAllHappened();
      assertThat(lake.keys()).as("objects, each stored once").hasSize(before + OBJECTS);
      requireAllRows(lake);
    }
    assertThat(staging).isEmptyDirectory();
    await().until(() -> uploadThreads().isEmpty());
  }

  private static void createTables(Project project) throws Exception {
    Commit commit = project.branch("main").commit();
    for (int writer = 0; writer < WRITERS; writer++) {
      commit.createTable("t" + writer, project.writeTable(Rows.of(ServedLake.orders(0, 1))));
    }
    commit.publish();
  }

  /** Plans a fault for one request in twelve. */
  private static void planFaults(S3Lake lake) {
    long seed = new Random().nextLong();
    System.out.println("S3ManyThreadsTest: seed " + seed);
    Random random = new Random(seed);
    for (int n = 1; n <= OBJECTS; n++) {
      if (random.nextInt(12) == 0) {
        Passing[] faults = Passing.values();
        faults[random.nextInt(faults.length)].fault.accept(lake.onPut().nth(n));
      }
    }
  }

  private static void appendInThreads(Project project) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Callable<Void>> writers =
          IntStream.range(0, WRITERS)
              .mapToObj(writer -> (Callable<Void>) () -> append(project, "t" + writer))
              .toList();
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void append(Project project, String table) throws Exception {
    for (int id = 1; id <= APPENDS; id++) {
      BranchHead head = project.branch("main");
      head.release()
          .updateTable(head.table(table).append(Rows.of(ServedLake.orders(id, 1))))
          .publish();
    }
    return null;
  }

  private void requireAllRows(S3Lake lake) {
    try (LandfallClient other = lake.reopen(directory.resolve("lake"))) {
      BranchHead head = other.project("demo").branch("main");
      for (int writer = 0; writer < WRITERS; writer++) {
        List<Object> ids = new ArrayList<>();
        try (var rows = head.table("t" + writer).rows()) {
          rows.forEach(row -> ids.add(row.getField("id")));
        }
        assertThat(ids)
            .containsExactlyInAnyOrderElementsOf(
                IntStream.rangeClosed(0, APPENDS).mapToObj(id -> (Object) (long) id).toList());
      }
    }
  }

  private static List<String> uploadThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("landfall-upload"))
        .toList();
  }
}
