package dev.landfall.iceberg;

import dev.landfall.LandfallClient;
import dev.landfall.config.Durability;
import dev.landfall.config.StorageOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The directories that catalogs of this process have open. One client at a time writes a directory,
 * and engines make a catalog of the same properties more than once, so those share a client.
 */
final class SharedDirectories {

  private static final Map<Path, Shared> OPEN = new HashMap<>();

  private SharedDirectories() {}

  /** A client, and how many use it. */
  private static final class Shared {

    final LandfallClient client;
    final Durability durability;
    final StorageOptions storage;
    int users;

    Shared(LandfallClient client, Durability durability, StorageOptions storage) {
      this.client = client;
      this.durability = durability;
      this.storage = storage;
    }
  }

  /**
   * Opens a directory, or shares the client that has it open.
   *
   * @throws IllegalArgumentException if it is open with another durability or other settings for
   *     object stores
   */
  static Connection open(Path directory, Durability durability, StorageOptions storage) {
    Path path = made(directory);
    synchronized (OPEN) {
      Shared shared = OPEN.get(path);
      if (shared == null) {
        shared =
            new Shared(
                LandfallClient.builder()
                    .directory(path)
                    .durability(durability)
                    .storage(storage)
                    .build(),
                durability,
                storage);
        OPEN.put(path, shared);
      }
      if (shared.durability != durability) {
        throw new IllegalArgumentException(
            "Cannot open "
                + path
                + " with durability "
                + durability
                + ": this process has it open with "
                + shared.durability
                + "; give all catalogs of a directory the same");
      }
      if (!shared.storage.equals(storage)) {
        throw new IllegalArgumentException(
            "Cannot open "
                + path
                + " with these settings for object stores: this process has it open with others;"
                + " give all catalogs of a directory the same");
      }
      shared.users++;
      return new Connection(shared.client, () -> release(path));
    }
  }

  private static void release(Path path) {
    synchronized (OPEN) {
      Shared shared = OPEN.get(path);
      if (shared != null && --shared.users == 0) {
        OPEN.remove(path);
        shared.client.close();
      }
    }
  }

  private static Path made(Path directory) {
    try {
      return Files.createDirectories(directory).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot use directory '" + directory + "'", e);
    }
  }
}
