package dev.landfall.model;

import java.util.UUID;

/**
 * The identity of one publication, fixed before anything is sent: a catalog publishes an operation
 * at most once. Operation ids are scoped to a project.
 */
public record OperationId(UUID value) {

  /**
   * Draws a new id from a cryptographically strong source.
   *
   * @return an id that no other call returns
   */
  public static OperationId random() {
    return new OperationId(UUID.randomUUID());
  }

  /**
   * Parses the 36-character form of a UUID.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static OperationId of(String text) {
    try {
      UUID value = UUID.fromString(text);
      // UUID.fromString also takes short groups; the text must be the canonical one.
      if (value.toString().equals(text)) {
        return new OperationId(value);
      }
    } catch (IllegalArgumentException e) {
      throw Names.invalid("operation id", text, "give a UUID in its 36-character lowercase form");
    }
    throw Names.invalid("operation id", text, "give a UUID in its 36-character lowercase form");
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
