package dev.landfall.model;

import java.util.regex.Pattern;

/**
 * The id of one published state of a project: opaque to applications, 16 to 64 lowercase
 * hexadecimal digits. The engine uses the SHA-256 of the frozen request, so that one request can
 * only ever become one commit.
 */
public record CommitId(String value) {

  private static final Pattern RULE = Pattern.compile("[0-9a-f]{16,64}");

  /**
   * Validates the id.
   *
   * @throws IllegalArgumentException if it is not 16 to 64 lowercase hexadecimal digits
   */
  public CommitId {
    if (!RULE.matcher(value).matches()) {
      throw Names.invalid(
          "commit id", value, "a commit id has 16 to 64 lowercase hexadecimal digits");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
