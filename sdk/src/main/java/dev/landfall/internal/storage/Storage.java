package dev.landfall.internal.storage;

import dev.landfall.config.StorageOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.objectstore.ObjectStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What a client reads and writes files with. Safe for use by many threads. */
public final class Storage implements AutoCloseable {

  private final StorageOptions options;
  private final FileSync sync;
  private final ObjectStores objects;

  private Storage(StorageOptions options, FileSync sync, CatalogAccess access) {
    this.options = options;
    this.sync = sync;
    this.objects = new ObjectStores(options, access);
  }

  /** Returns storage whose object stores are reached with these options; does no I/O. */
  public static Storage with(StorageOptions options) {
    return with(options, FileSync.disk(), new CatalogAccess(TimeSource.system()));
  }

  /**
   * Returns storage as above, that makes files on the local disk durable in the given way.
   *
   * @param access what the catalog tells of what the options leave open
   */
  public static Storage with(StorageOptions options, FileSync sync, CatalogAccess access) {
    return new Storage(options, sync, access);
  }

  /** Returns storage in which nothing is set. */
  public static Storage defaults() {
    return with(StorageOptions.defaults());
  }

  /** Returns what the application says about object stores. */
  public StorageOptions options() {
    return options;
  }

  /** Returns what makes files on the local disk durable. */
  public FileSync sync() {
    return sync;
  }

  /** Returns the files that are not on the local disk. */
  public ObjectStores objects() {
    return objects;
  }

  /**
   * Tells whether there is a file.
   *
   * @throws UncheckedIOException if an object store cannot be asked
   */
  public boolean isFile(String location) {
    Path path = Locations.localPath(location);
    return path == null ? objects.exists(location) : Files.isRegularFile(path);
  }

  /**
   * Reads a whole file.
   *
   * @throws NoSuchFileException if there is no such file
   * @throws IOException if it cannot be read
   */
  public byte[] read(String location) throws IOException {
    Path path = Locations.localPath(location);
    if (path == null) {
      return objects.read(location);
    }
    if (!Files.isRegularFile(path)) {
      throw new NoSuchFileException(location);
    }
    return Files.readAllBytes(path);
  }

  /** Ends uploads that are under way and closes the connections to object stores. */
  @Override
  public void close() {
    objects.close();
  }
}
