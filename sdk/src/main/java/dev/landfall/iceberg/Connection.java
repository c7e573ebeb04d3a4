package dev.landfall.iceberg;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.config.Durability;
import dev.landfall.config.HttpOptions;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client that an Iceberg catalog uses, and how it is given back. */
final class Connection implements AutoCloseable {

  private final LandfallClient client;
  private final Runnable giveBack;
  private final AtomicBoolean closed = new AtomicBoolean();

  Connection(LandfallClient client, Runnable giveBack) {
    this.client = client;
    this.giveBack = giveBack;
  }

  /** Opens what the settings name. Does no I/O over the network. */
  static Connection open(Settings settings) {
    if (settings.directory() != null) {
      return SharedDirectories.open(
          settings.directory(),
          Objects.requireNonNullElse(settings.durability(), Durability.IMMEDIATE),
          settings.storage());
    }
    HttpOptions.Builder http = HttpOptions.builder();
    String token = settings.token();
    if (token != null) {
      http.credentials(() -> token);
    }
    LandfallClient client =
        LandfallClient.builder()
            .uri(Objects.requireNonNull(settings.address()))
            .http(http.build())
            .storage(settings.storage())
            .build();
    return new Connection(client, client::close);
  }

  /**
   * Finds the branch that the settings name. A project that does not exist is created, unless a
   * branch other than its first is meant.
   */
  Branch branch(Settings settings) {
    Project project = client.project(settings.project());
    try {
      project.branch(settings.branch());
    } catch (NotFoundException e) {
      if (!settings.branch().equals(Settings.FIRST_BRANCH)) {
        throw e;
      }
      client.createProjectIfAbsent(settings.project()).branch(settings.branch());
    }
    return new Branch(project, settings.branch(), commit -> {});
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      giveBack.run();
    }
  }
}
