package dev.landfall.examples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many files a directory has, and how much they hold. */
record DiskUse(long files, long bytes) {

  static DiskUse of(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> new DiskUse(1, size(file)))
          .reduce(new DiskUse(0, 0), DiskUse::plus);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }

  private DiskUse plus(DiskUse other) {
    return new DiskUse(files + other.files, bytes + other.bytes);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot tell the size of " + file, e);
    }
  }

  double megabytes() {
    return bytes / 1e6;
  }
}
