package dev.landfall.rows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of text, read strictly: bytes that are no UTF-8 are an error, not a question mark. */
final class TextFiles {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private TextFiles() {}

  /**
   * Opens a file behind its byte order mark, if it has one.
   *
   * @throws UncheckedIOException if it cannot be opened
   */
  @SuppressWarnings("MustBeClosedChecker") // The caller closes the reader.
  static BufferedReader open(Path file) {
    BufferedReader reader = null;
    try {
      reader =
          new BufferedReader(
              new InputStreamReader(
                  Files.newInputStream(file),
                  StandardCharsets.UTF_8
                      .newDecoder()
                      .onMalformedInput(CodingErrorAction.REPORT)
                      .onUnmappableCharacter(CodingErrorAction.REPORT)));
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
      return reader;
    } catch (IOException e) {
      UncheckedIOException failure = unreadable(file, e);
      if (reader != null) {
        closeAfter(failure, reader);
      }
      throw failure;
    }
  }

  static UncheckedIOException unreadable(Path file, IOException cause) {
    return new UncheckedIOException(
        "Cannot read " + file + ": " + cause + "; check the file", cause);
  }

  static void closeAfter(RuntimeException failure, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }
}
