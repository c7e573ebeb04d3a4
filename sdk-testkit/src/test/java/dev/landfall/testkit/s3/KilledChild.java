package dev.landfall.testkit.s3;

import dev.landfall.CommitJournal;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.testkit.server.ServedLake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;

/** Writes, freezes, saves and publishes one commit, and is killed somewhere on the way. */
final class KilledChild {

  /** Where the child stops and waits for its end. */
  enum Stop {
    NEVER,
    BEFORE_PUBLISH,
    AFTER_PUBLISH
  }

  private KilledChild() {}

  public static void main(String[] args) throws Exception {
    Stop stop = Stop.valueOf(args[3]);
    try (LandfallClient client =
        LandfallClient.builder()
            .directory(Path.of(args[0]))
            .storage(S3Lake.storage(URI.create(args[1])))
            .decorateCatalog(catalog -> new Stopping(catalog, stop))
            .build()) {
      Project project = client.project("demo");
      try (CommitJournal journal = CommitJournal.open(Path.of(args[2]), project)) {
        journal.publish(ServedLake.fiveOrdersAndLabels(project, project.branch("main")));
      }
    }
  }

  private static final class Stopping extends ForwardingCatalog {

    private final Stop stop;

    Stopping(Catalog delegate, Stop stop) {
      super(delegate);
      this.stop = stop;
    }

    @Override
    public PublishAnswer publish(PublishRequest request) {
      stopIf(Stop.BEFORE_PUBLISH);
      PublishAnswer answer = super.publish(request);
      stopIf(Stop.AFTER_PUBLISH);
      return answer;
    }

    private void stopIf(Stop here) {
      if (stop == here) {
        System.out.println("stopped");
        try {
          var unused = System.in.read();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
