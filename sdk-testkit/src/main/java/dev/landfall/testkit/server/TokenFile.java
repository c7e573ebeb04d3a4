package dev.landfall.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with one token in a line, read again when it changes, so that tokens can be replaced while
 * the server runs. While it cannot be read or holds none, those from before stay valid. Safe for
 * use by many threads.
 */
final class TokenFile {

  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);

  /** So soon after a change, another one may leave the same time stamp. */
  private static final Duration SAME_TIME = Duration.ofSeconds(2);

  private record Stamp(Instant changed, long size, @Nullable Object key) {}

  private final Path file;
  private Set<String> tokens;
  private @Nullable Stamp stamp;
  private boolean warned;

  private TokenFile(Path file, Set<String> tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or holds no token
   */
  static TokenFile open(Path file) throws IOException {
    return new TokenFile(file, read(file));
  }

  /** Returns the tokens that it holds now. */
  synchronized Set<String> current() {
    try {
      refresh();
      warned = false;
    } catch (IOException e) {
      stamp = null;
      if (!warned) {
        warned = true;
        LOG.warn("Cannot read the tokens again, those from before stay valid: {}", e.toString());
      }
    }
    return tokens;
  }

  private void refresh() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Instant changed = attributes.lastModifiedTime().toInstant();
    Stamp now = new Stamp(changed, attributes.size(), attributes.fileKey());
    if (!now.equals(stamp)) {
      tokens = read(file);
      stamp = changed.plus(SAME_TIME).isBefore(Instant.now()) ? now : null;
    }
  }

  private static Set<String> read(Path file) throws IOException {
    Set<String> read =
        Set.copyOf(
            Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList());
    if (read.isEmpty()) {
      throw new IOException("The token file " + file + " holds no token; write one in a line");
    }
    return read;
  }
}
