package dev.landfall.examples.remote;

import dev.landfall.examples.process.JavaProcess;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.server.CatalogServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * An ingest over HTTP that loses answers and requests on the way, and lands each batch once. This
 * process serves a catalog, behind a proxy that breaks three publishes; {@link IngestJob} runs in
 * one of its own.
 *
 * <p>Takes a directory for the lake, or makes one. Ends with an exit code other than 0 unless each
 * batch landed once.
 */
public final class RemoteIngest {

  private RemoteIngest() {}

  /** Runs the program. */
  public static void main(String[] args) throws Exception {
    Path lake = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("landfall-");
    IngestReport report = run(lake);
    report.print();
    if (!report.isComplete()) {
      System.exit(1);
    }
  }

  /** Serves a lake, which must be new, runs the job through the faults, and looks at the result. */
  static IngestReport run(Path lake) throws IOException, InterruptedException {
    System.out.println("A lake in " + lake);
    String token = UUID.randomUUID().toString();
    // snippet: fault-proxy
    FaultPlan faults = new FaultPlan();
    try (CatalogServer server = CatalogServer.builder(lake).token(token).start();
        FaultProxy proxy = FaultProxy.start(server.uri(), faults)) {
      faults.onPublish().first().applyThenDropAnswer();
      faults.onPublish().second().closeAfterRequest();
      // The third request is the second batch again.
      faults.onPublish().nth(4).applyThenAnswer(503);
      runJob(proxy.uri(), token);
      return IngestReport.of(lake, proxy.requests());
    }
    // end snippet
  }

  private static void runJob(URI catalog, String token) throws IOException, InterruptedException {
    JavaProcess job =
        new JavaProcess(
            IngestJob.class, Path.of("").toAbsolutePath(), Map.of(IngestJob.TOKEN_VARIABLE, token));
    int exitCode = job.run("  [job] ", catalog);
    if (exitCode != 0) {
      throw new IllegalStateException("The job failed with exit code " + exitCode);
    }
  }
}
