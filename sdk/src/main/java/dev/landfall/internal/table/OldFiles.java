package dev.landfall.internal.table;

import dev.landfall.internal.files.StoredFile;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Old files under a location on the local disk. Links are not followed. */
final class OldFiles extends SimpleFileVisitor<Path> {

  private final Instant olderThan;
  private final List<StoredFile> found = new ArrayList<>();

  private OldFiles(Instant olderThan) {
    this.olderThan = olderThan;
  }

  /** Lists the files under a location, wherever it is, that were last written before a time. */
  static List<StoredFile> under(String location, Instant olderThan, Storage storage)
      throws IOException {
    Path directory = Locations.localPath(location);
    if (directory == null) {
      try (Stream<StoredFile> files = storage.objects().list(location)) {
        return files.filter(file -> file.written().isBefore(olderThan)).toList();
      }
    }
    OldFiles files = new OldFiles(olderThan);
    if (Files.isDirectory(directory)) {
      Files.walkFileTree(directory, files);
    }
    return files.found;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    Instant written = attributes.lastModifiedTime().toInstant();
    if (attributes.isRegularFile() && written.isBefore(olderThan)) {
      found.add(new StoredFile(Locations.canonical(file.toString()), attributes.size(), written));
    }
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
    if (e instanceof NoSuchFileException) {
      // Somebody else removed it meanwhile.
      return FileVisitResult.CONTINUE;
    }
    throw e;
  }
}
