package dev.landfall.internal.objectstore;

import dev.landfall.config.StorageOptions;
import dev.landfall.internal.files.StoredFile;
import dev.landfall.internal.objectstore.UploadStream.Rest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * The files of a client in object stores. A store is connected to when the first file in it is
 * needed. Safe for use by many threads.
 */
public final class ObjectStores implements AutoCloseable {

  private final StorageOptions options;
  private final CatalogAccess access;
  private final Map<StoreKind, FileIO> stores = new EnumMap<>(StoreKind.class);
  private final Uploads uploads = new Uploads();
  private final SmallFiles smallFiles = new SmallFiles();

  /**
   * Prepares access with these options, without I/O.
   *
   * @param access what the catalog tells of what the options leave open
   */
  public ObjectStores(StorageOptions options, CatalogAccess access) {
    this.options = options;
    this.access = access;
  }

  /**
   * Returns the settings by which stores are reached now, keys among them; may ask the catalog.
   *
   * @throws dev.landfall.catalog.CatalogException if it cannot be asked
   */
  public Map<String, String> settings() {
    return StoreSettings.of(options.properties(), access.current());
  }

  /** Returns a location in the one spelling that all of its spellings have in common. */
  public static String canonical(String location) {
    int colon = location.indexOf(':');
    return StoreKind.of(location)
        .map(kind -> kind.scheme(location.substring(0, colon)) + location.substring(colon))
        .orElse(location);
  }

  /**
   * Refuses a location whose store's libraries are missing. Does no I/O.
   *
   * @throws dev.landfall.catalog.NotSupportedException if they are; the message names them
   */
  public static void requireUsable(String location) {
    kind(location).requireLibraries(location);
  }

  /**
   * Returns a file to read, waiting for its upload if that is under way. Its methods, and those of
   * its streams, throw a {@link NotFoundException} if there is no such file, and an {@link
   * UncheckedIOException} that tells what to do if it cannot be read, or this thread is
   * interrupted.
   */
  public InputFile input(String location) {
    return input(location, store -> store.newInputFile(location));
  }

  /** Returns a file to read as {@link #input(String)} does, whose length is not asked for. */
  public InputFile input(String location, long length) {
    return input(location, store -> store.newInputFile(location, length));
  }

  private InputFile input(String location, Function<FileIO, InputFile> opening) {
    String key = canonical(location);
    Optional<byte[]> kept = smallFiles.get(key);
    if (kept.isPresent()) {
      return new InMemoryInputFile(location, kept.get());
    }
    uploads.pending(key).ifPresent(Upload::await);
    FileIO store = store(location);
    InputFile opened = call("read file", location, () -> opening.apply(store));
    InputFile file = new StoredInputFile(kind(location), location, opened);
    return SmallFiles.mayKeep(key)
        ? new WholeFile(file, content -> smallFiles.put(key, content))
        : file;
  }

  /**
   * Begins a file that does not exist. If it does, its upload fails.
   *
   * @param whenClosed gets the upload, which closing the file begins and does not wait for
   */
  public UploadStream create(String location, Consumer<Upload> whenClosed) {
    OutputFile file = store(location).newOutputFile(location);
    // The condition is part of S3's own writes, and to look before would cost a round trip.
    boolean conditional = kind(location) == StoreKind.S3;
    return new UploadStream(
        () -> conditional ? file.createOrOverwrite() : file.create(),
        (rest, content) -> whenClosed.accept(upload(canonical(location), rest, content)));
  }

  private Upload upload(String key, Rest rest, Optional<byte[]> content) throws IOException {
    if (SmallFiles.mayKeep(key)) {
      content.ifPresent(bytes -> smallFiles.put(key, bytes));
    }
    return uploads.start(key, rest, () -> smallFiles.forget(key));
  }

  /**
   * Tells whether there is a file, which costs a request unless this process has had it lately. A
   * file that may be kept is read by it, as whoever asks for one reads it next.
   *
   * @throws UncheckedIOException if the store cannot be asked
   */
  public boolean exists(String location) {
    String key = canonical(location);
    if (smallFiles.get(key).isPresent()) {
      return true;
    }
    if (!SmallFiles.mayKeep(key)) {
      return input(location).exists();
    }
    try {
      return input(location).getLength() >= 0;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /**
   * Reads a whole file.
   *
   * @throws NoSuchFileException if there is no such file
   * @throws IOException if it cannot be read
   */
  public byte[] read(String location) throws IOException {
    try (SeekableInputStream in = input(location).newStream()) {
      return in.readAllBytes();
    } catch (NotFoundException e) {
      throw (IOException) new NoSuchFileException(location).initCause(e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Lists the files below a location, a page at a time as the stream is read.
   *
   * @throws UncheckedIOException if the store cannot be asked, at once or while the stream is read
   */
  public Stream<StoredFile> list(String location) {
    String task = "list the files under";
    SupportsPrefixOperations store = (SupportsPrefixOperations) store(location);
    Iterator<FileInfo> files =
        call(task, location, () -> store.listPrefix(location + "/").iterator());
    return Stream.iterate(
            call(task, location, () -> next(files)),
            Optional::isPresent,
            before -> call(task, location, () -> next(files)))
        .flatMap(Optional::stream)
        .map(
            file ->
                new StoredFile(
                    canonical(file.location()),
                    file.size(),
                    Instant.ofEpochMilli(file.createdAtMillis())));
  }

  private static Optional<FileInfo> next(Iterator<FileInfo> files) {
    return files.hasNext() ? Optional.of(files.next()) : Optional.empty();
  }

  /**
   * Deletes a file, or none if there is none.
   *
   * @throws UncheckedIOException if the store cannot be asked
   */
  public void delete(String location) {
    FileIO store = store(location);
    call(
        "delete file",
        location,
        () -> {
          store.deleteFile(location);
          return true;
        });
  }

  /** Ends uploads that are under way and closes the connections. */
  @Override
  public void close() {
    uploads.close();
    synchronized (stores) {
      stores.values().forEach(FileIO::close);
      stores.clear();
    }
  }

  private FileIO store(String location) {
    StoreKind kind = kind(location);
    synchronized (stores) {
      FileIO open = stores.get(kind);
      if (open != null) {
        return open;
      }
    }
    kind.requireLibraries(location);
    // The catalog may be asked, and nobody who has a store already is to wait for that.
    FileIO made = kind.open(options.properties(), access);
    synchronized (stores) {
      FileIO first = stores.putIfAbsent(kind, made);
      if (first == null) {
        return made;
      }
      made.close();
      return first;
    }
  }

  private static <T> T call(String task, String location, StoreCall<T> call) {
    return StoreCall.make(kind(location), task, location, call);
  }

  private static StoreKind kind(String location) {
    return StoreKind.of(location)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Cannot use location '"
                        + location
                        + "': it is neither on the local disk nor in an object store of a known"
                        + " kind; give a path, or file:, s3:, gs: or abfss:"));
  }
}
