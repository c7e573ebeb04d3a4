package dev.landfall.testkit.server;

import dev.landfall.model.StorageAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * The way to the storage in a file of properties, of which {@code expires-at} says until when the
 * others hold. It is read each time, so that whoever issues keys replaces it. Safe for use by many
 * threads.
 */
final class StorageAccessFile implements Supplier<StorageAccess> {

  private static final String EXPIRES_AT = "expires-at";

  private final Path file;

  private StorageAccessFile(Path file) {
    this.file = file;
  }

  /**
   * Takes a file, and reads it once to see that it can be used.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it does not tell; the message shows no value
   */
  static StorageAccessFile open(Path file) throws IOException {
    StorageAccessFile access = new StorageAccessFile(file);
    access.read();
    return access;
  }

  @Override
  public StorageAccess get() {
    try {
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private StorageAccess read() throws IOException {
    Properties lines = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    }
    Map<String, String> properties = new HashMap<>();
    lines.forEach((name, value) -> properties.put((String) name, (String) value));
    String end = properties.remove(EXPIRES_AT);
    StorageAccess access = StorageAccess.of(properties);
    return end == null ? access : access.expiringAt(instant(end));
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "The value of '" + EXPIRES_AT + "' is no instant such as 2024-05-06T07:08:09Z");
    }
  }
}
