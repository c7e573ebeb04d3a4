package dev.landfall.examples.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * Iceberg's own local files, for the peer: leaner than its Hadoop file system, which writes a
 * checksum file beside every file. Syncs nothing, as that one.
 */
final class LocalFiles implements FileIO {

  @Override
  public InputFile newInputFile(String path) {
    return Files.localInput(path);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return Files.localOutput(path);
  }

  @Override
  public void deleteFile(String path) {
    try {
      java.nio.file.Files.delete(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + path, e);
    }
  }
}
