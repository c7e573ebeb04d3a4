package dev.landfall.examples.remote;

import static dev.landfall.testkit.fault.RequestKind.PUBLISH;
import static dev.landfall.testkit.fault.RequestKind.RECOVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.WireRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RemoteIngestTest {

  @TempDir Path lake;

  @Test
  void eachBatchLandsOnceThroughTheFaults() throws Exception {
    IngestReport report = RemoteIngest.run(lake);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.requests())
        .extracting(WireRequest::kind, RemoteIngestTest::fault, WireRequest::deliveries)
        .containsExactly(
            tuple(PUBLISH, "applyThenDropAnswer()", 1),
            tuple(RECOVER, "none", 1),
            tuple(PUBLISH, "closeAfterRequest()", 0),
            tuple(RECOVER, "none", 1),
            tuple(PUBLISH, "none", 1),
            tuple(PUBLISH, "applyThenAnswer(503)", 1),
            tuple(RECOVER, "none", 1),
            tuple(PUBLISH, "none", 1));
    WireRequest lost = report.requests().get(2);
    WireRequest again = report.requests().get(4);
    assertThat(again.operationId()).isPresent().isEqualTo(lost.operationId());
    assertThat(again.body()).isEqualTo(lost.body());
  }

  /** Or the exit code would say nothing. */
  @Test
  void aLostOrDoubledBatchIsNoticed() {
    List<CommitInfo> commits = IntStream.range(0, 4).mapToObj(i -> commit(i, i)).toList();
    List<Event> rows =
        IntStream.rangeClosed(1, 4).boxed().flatMap(b -> Event.fetch(b).stream()).toList();
    List<CommitInfo> doubled = List.of(commit(0, 0), commit(1, 1), commit(2, 2), commit(3, 2));

    assertThat(new IngestReport(commits, rows, List.of()).isComplete()).isTrue();
    assertThat(new IngestReport(commits.subList(1, 4), rows, List.of()).isComplete()).isFalse();
    assertThat(new IngestReport(doubled, rows, List.of()).isComplete()).isFalse();
    assertThat(new IngestReport(commits, rows.subList(1, 12), List.of()).isComplete()).isFalse();
  }

  private static CommitInfo commit(int number, int operation) {
    return new CommitInfo(
        new CommitId(Integer.toString(number).repeat(64)),
        new CommitId("f".repeat(64)),
        Instant.EPOCH,
        OperationId.of(new UUID(0, operation).toString()),
        null,
        Map.of(),
        List.of());
  }

  private static String fault(WireRequest request) {
    return request.fault().map(Fault::toString).orElse("none");
  }
}
