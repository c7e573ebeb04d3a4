package dev.landfall.examples.remote;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.RequestKind;
import dev.landfall.testkit.fault.WireRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an ingest left behind.
 *
 * @param commits that made it, the newest first
 * @param rows of the table at the head, in the order of their ids
 * @param requests to publish and to recover, in the order in which the proxy got them
 */
record IngestReport(List<CommitInfo> commits, List<Event> rows, List<WireRequest> requests) {

  /** Reads the lake itself, by no proxy and no server. */
  static IngestReport of(Path lake, List<WireRequest> recorded) {
    try (LandfallClient client = LandfallClient.builder().directory(lake).readOnly().build()) {
      Project project = client.project(IngestJob.PROJECT);
      BranchHead main = project.branch("main");
      // The first commit of a project is the catalog's own.
      List<CommitInfo> commits =
          project.log(main).filter(commit -> commit.parent().isPresent()).toList();
      try (Stream<Event> rows = main.table(IngestJob.TABLE).rows(Event.class)) {
        return new IngestReport(
            commits,
            rows.sorted((one, other) -> Long.compare(one.id(), other.id())).toList(),
            recorded.stream().filter(IngestReport::isAboutAnOperation).toList());
      }
    }
  }

  /** Whether each batch landed once: one commit, of an operation of its own, and all its rows. */
  boolean isComplete() {
    Stream<OperationId> operations =
        commits.stream().flatMap(commit -> commit.operationId().stream()).distinct();
    List<Event> expected =
        IntStream.rangeClosed(1, Event.BATCHES)
            .boxed()
            .flatMap(b -> Event.fetch(b).stream())
            .toList();
    return commits.size() == Event.BATCHES
        && operations.count() == Event.BATCHES
        && rows.equals(expected);
  }

  void print() {
    System.out.println("\nThe proxy recorded");
    requests.forEach(request -> System.out.println("  " + line(request)));
    System.out.println("\nThe job made " + commits.size() + " commits, the newest first:");
    commits.forEach(
        commit ->
            System.out.println(
                "  "
                    + commit
                    + ", operation "
                    + commit.operationId().map(OperationId::toString).orElse("none")));
    System.out.println("Table events has " + rows.size() + " rows");
    System.out.println(
        isComplete() ? "Each batch landed once" : "THIS IS WRONG: not each batch landed once");
  }

  private static String line(WireRequest request) {
    return request.kind()
        + " of operation "
        + request.operationId().map(OperationId::toString).orElse("none")
        + ": "
        + request.fault().map(Fault::toString).orElse("no fault")
        + ", forwarded "
        + request.deliveries()
        + " times, answered by the server "
        + request.serverStatuses();
  }

  private static boolean isAboutAnOperation(WireRequest request) {
    return request.kind() == RequestKind.PUBLISH || request.kind() == RequestKind.RECOVER;
  }
}
