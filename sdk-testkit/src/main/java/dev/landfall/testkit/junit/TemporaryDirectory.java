package dev.landfall.testkit.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A directory that goes with what is in it. */
record TemporaryDirectory(Path path) implements AutoCloseable {

  static TemporaryDirectory create() {
    try {
      return new TemporaryDirectory(Files.createTempDirectory("landfall-test-"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a temporary directory for the catalog", e);
    }
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
