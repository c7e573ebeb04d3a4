package dev.landfall.internal.table;

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

/** Old files under a location. Links are not followed. */
final class OldFiles extends SimpleFileVisitor<Path> {

  private final Instant olderThan;
  private final List<Path> found = new ArrayList<>();

  private OldFiles(Instant olderThan) {
    this.olderThan = olderThan;
  }

  /** Lists the files under a directory that were last written before a time. */
  static List<Path> under(Path directory, Instant olderThan) throws IOException {
    OldFiles files = new OldFiles(olderThan);
    if (Files.isDirectory(directory)) {
      Files.walkFileTree(directory, files);
    }
    return files.found;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    if (attributes.isRegularFile()
        && attributes.lastModifiedTime().toInstant().isBefore(olderThan)) {
      found.add(file.toAbsolutePath().normalize());
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
