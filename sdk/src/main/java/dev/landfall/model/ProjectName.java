package dev.landfall.model;

import java.util.regex.Pattern;

/**
 * The name of a project: 1 to 64 lowercase ASCII letters, digits, {@code -} and {@code _},
 * beginning with a letter or digit, so that it can stand in a path and in a URL as it is.
 */
public record ProjectName(String value) implements Comparable<ProjectName> {

  private static final Pattern RULE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

  /**
   * Validates the name.
   *
   * @throws IllegalArgumentException if the name breaks the rule; the message states it
   */
  public ProjectName {
    Names.requireText("project name", value, 64);
    if (!RULE.matcher(value).matches()) {
      throw Names.invalid(
          "project name",
          value,
          "use 1 to 64 of a-z, 0-9, '-' and '_', beginning with a letter or digit");
    }
  }

  @Override
  public int compareTo(ProjectName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
