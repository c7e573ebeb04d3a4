package dev.landfall.model;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the object stores are reached in which a catalog's projects lie, as the catalog tells its
 * clients: addresses, regions and keys, which may be temporary. Immutable; no method does I/O. A
 * value stands in no text that this class makes.
 *
 * <p>Every property is a setting of Iceberg's file I/O, and has its name: {@code s3.endpoint},
 * {@code s3.path-style-access}, {@code client.region}, {@code s3.access-key-id}, {@code
 * s3.secret-access-key}, {@code s3.session-token} and others that begin with {@code s3.}, {@code
 * gcs.} or {@code adls.}.
 */
public final class StorageAccess {

  private static final int MOST_PROPERTIES = 100;
  private static final int MOST_NAME_CHARACTERS = 255;
  private static final int MOST_VALUE_CHARACTERS = 16 * 1024;

  private static final String S3_KEY_ID = "s3.access-key-id";
  private static final String S3_SECRET = "s3.secret-access-key";

  private final Map<String, String> properties;
  private final @Nullable Instant expiresAt;

  private StorageAccess(Map<String, String> properties, @Nullable Instant expiresAt) {
    this.properties = Collections.unmodifiableMap(properties);
    this.expiresAt = expiresAt;
  }

  /**
   * Makes access that does not expire.
   *
   * @param properties by their names, at most 100; copied
   * @throws IllegalArgumentException if there are more, a name is not 1 to 255 characters of
   *     visible ASCII, a value is longer than 16,384 characters or has control characters, or there
   *     is half of an S3 key; the message shows no value
   */
  public static StorageAccess of(Map<String, String> properties) {
    if (properties.size() > MOST_PROPERTIES) {
      throw new IllegalArgumentException(
          "There are " + properties.size() + " properties; give 100 at most");
    }
    properties.forEach(StorageAccess::requireValid);
    if (properties.containsKey(S3_KEY_ID) != properties.containsKey(S3_SECRET)) {
      throw new IllegalArgumentException(
          "There is one of '" + S3_KEY_ID + "' and '" + S3_SECRET + "'; give both or none");
    }
    return new StorageAccess(new TreeMap<>(properties), null);
  }

  /** Returns the same access, with which nothing can be reached from an instant on. */
  public StorageAccess expiringAt(Instant instant) {
    return new StorageAccess(properties, instant);
  }

  /** Returns the properties by their names, keys among them; unmodifiable. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Returns from when on nothing can be reached with it; empty if it does not expire. */
  public Optional<Instant> expiresAt() {
    return Optional.ofNullable(expiresAt);
  }

  private static void requireValid(String name, String value) {
    if (name.length() > MOST_NAME_CHARACTERS || !name.matches("[!-~]+")) {
      throw new IllegalArgumentException(
          "The name of a property is not 1 to 255 characters of visible ASCII");
    }
    if (value.length() > MOST_VALUE_CHARACTERS) {
      throw new IllegalArgumentException(
          "The value of '" + name + "' is longer than 16,384 characters");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("The value of '" + name + "' has control characters");
    }
  }

  /** Returns whether the same properties have the same values, until the same instant. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StorageAccess access
        && properties.equals(access.properties)
        && expiresAt().equals(access.expiresAt());
  }

  @Override
  public int hashCode() {
    return 31 * properties.hashCode() + expiresAt().hashCode();
  }

  /** Returns the names of the properties, without the values, and when they expire. */
  @Override
  public String toString() {
    String names = "StorageAccess" + properties.keySet();
    return expiresAt == null ? names : names + " until " + expiresAt;
  }
}
