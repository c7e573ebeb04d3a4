package dev.landfall.model;

/**
 * The name of a branch: 1 to 255 bytes of UTF-8 without control characters, {@code @} or {@code \},
 * and not of a form that could be mistaken for a commit id. Slash-separated parts, as in {@code
 * team/nightly}, are allowed; no part is empty, {@code .} or {@code ..}.
 */
public record BranchName(String value) implements Comparable<BranchName> {

  /** The branch that every project is created with. */
  public static final BranchName MAIN = new BranchName("main");

  /**
   * Validates the name.
   *
   * @throws IllegalArgumentException if the name breaks a rule; the message states it
   */
  public BranchName {
    Names.requireText("branch name", value, Names.MAX_BYTES);
    for (String part : value.split("/", -1)) {
      if (part.isEmpty()) {
        throw Names.invalid(
            "branch name", value, "a part between slashes is empty; leave out the extra slash");
      }
      Names.requireSegment("branch name", part);
    }
    if (Names.looksLikeCommitId(value)) {
      throw Names.invalid(
          "branch name",
          value,
          "16 to 64 hexadecimal digits could be mistaken for a commit id; choose another name");
    }
  }

  @Override
  public int compareTo(BranchName other) {
    return Names.compare(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
