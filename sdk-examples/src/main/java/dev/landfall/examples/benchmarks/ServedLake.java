package dev.landfall.examples.benchmarks;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.testkit.server.CatalogServer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A directory catalog behind a server on loopback, and a client that is connected to it. */
final class ServedLake implements AutoCloseable {

  private final CatalogServer server;
  private final LandfallClient client;
  private final Project project;
  private final AtomicReference<byte @Nullable []> firstSent;

  private ServedLake(
      CatalogServer server,
      LandfallClient client,
      Project project,
      AtomicReference<byte @Nullable []> firstSent) {
    this.server = server;
    this.client = client;
    this.project = project;
    this.firstSent = firstSent;
  }

  static ServedLake start(Path lake) {
    CatalogServer server = CatalogServer.serve(lake);
    AtomicReference<byte @Nullable []> firstSent = new AtomicReference<>();
    LandfallClient client =
        LandfallClient.builder()
            .uri(server.uri())
            .decorateCatalog(catalog -> noting(catalog, firstSent))
            .build();
    return new ServedLake(server, client, client.createProject("bench"), firstSent);
  }

  private static Catalog noting(Catalog catalog, AtomicReference<byte @Nullable []> firstSent) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        if (firstSent.get() == null) {
          firstSent.set(request.bytes());
        }
        return super.publish(request);
      }
    };
  }

  Project project() {
    return project;
  }

  /** Publishes a commit, and returns the bytes that were sent. */
  byte[] bytesOfPublish(FrozenCommits commits) throws PublishException {
    commits.make(1).get(0).publish();
    return Objects.requireNonNull(firstSent.get(), "nothing was sent");
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
