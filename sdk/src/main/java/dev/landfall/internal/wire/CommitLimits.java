package dev.landfall.internal.wire;

import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The bounds of what one commit may hold. Each method does no I/O and refuses with an {@link
 * IllegalArgumentException} that names the part, its size and the bound.
 */
public final class CommitLimits {

  /** The longest message, in bytes of UTF-8. */
  public static final int MAX_MESSAGE_BYTES = 4096;

  /** The most properties of a commit. */
  public static final int MAX_PROPERTIES = 100;

  /** The longest key of a property, in bytes of UTF-8; the shortest has one byte. */
  public static final int MAX_PROPERTY_KEY_BYTES = 255;

  /** The longest value of a property, in bytes of UTF-8; it may be empty. */
  public static final int MAX_PROPERTY_VALUE_BYTES = 4096;

  /** The most changes of a commit; the fewest is one. */
  public static final int MAX_CHANGES = 1000;

  /** The longest location of a table version, in bytes of UTF-8; the shortest has one byte. */
  public static final int MAX_LOCATION_BYTES = 4096;

  /** The longest request, in bytes. */
  public static final int MAX_REQUEST_BYTES = 4 * 1024 * 1024;

  private CommitLimits() {}

  /** Refuses a message that is too long or no valid Unicode. */
  public static void requireMessage(String message) {
    requireAtMost("message", message, MAX_MESSAGE_BYTES);
  }

  /**
   * Refuses a property whose key is empty, or whose key or value is too long or no valid Unicode.
   */
  public static void requireProperty(String key, String value) {
    requireText("key of a property", key, MAX_PROPERTY_KEY_BYTES);
    requireAtMost("value of property '" + key + "'", value, MAX_PROPERTY_VALUE_BYTES);
  }

  /** Refuses a number of properties that is too large. */
  public static void requirePropertyCount(int count) {
    if (count > MAX_PROPERTIES) {
      throw new IllegalArgumentException(
          "A commit has at most " + MAX_PROPERTIES + " properties, not " + count);
    }
  }

  /** Refuses a number of changes that is zero or too large. */
  public static void requireChangeCount(int count) {
    if (count < 1 || count > MAX_CHANGES) {
      throw new IllegalArgumentException(
          "A commit has 1 to " + MAX_CHANGES + " changes, not " + count);
    }
  }

  /** Refuses a content of which any part is out of bounds. */
  static void require(CommitContent content) {
    if (content.message() != null) {
      requireMessage(content.message());
    }
    requirePropertyCount(content.properties().size());
    content.properties().forEach(CommitLimits::requireProperty);
    requireChangeCount(content.changes().size());
    content.changes().forEach(CommitLimits::requireLocations);
  }

  /** Refuses a request that is too long. */
  static void requireRequestSize(int bytes) {
    if (bytes > MAX_REQUEST_BYTES) {
      throw new IllegalArgumentException(
          "A request has at most "
              + MAX_REQUEST_BYTES
              + " bytes, not "
              + bytes
              + "; split the commit");
    }
  }

  private static void requireLocations(Change change) {
    if (change instanceof Change.Update update) {
      requireLocation("baseLocation", change, update.baseLocation());
      requireLocation("metadataLocation", change, update.metadataLocation());
    } else if (change instanceof Change.Create create) {
      requireLocation("metadataLocation", change, create.metadataLocation());
    } else if (change instanceof Change.AssertUnchanged unchanged) {
      requireLocation("metadataLocation", change, unchanged.metadataLocation());
    }
  }

  private static void requireLocation(String field, Change change, String location) {
    requireText(field + " of table '" + change.table() + "'", location, MAX_LOCATION_BYTES);
  }

  private static void requireText(String what, String value, int maxBytes) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("The " + what + " is empty; give at least one character");
    }
    requireAtMost(what, value, maxBytes);
  }

  private static void requireAtMost(String what, String value, int maxBytes) {
    int bytes = utf8Length(what, value);
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " has "
              + bytes
              + " bytes in UTF-8; at most "
              + maxBytes
              + " are allowed");
    }
  }

  private static int utf8Length(String what, String value) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value)).remaining();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "The " + what + " holds half of a surrogate pair; give valid Unicode", e);
    }
  }
}
