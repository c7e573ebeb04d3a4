package dev.landfall.internal.icebergrest;

import static java.util.stream.Collectors.joining;

import dev.landfall.model.BranchName;
import dev.landfall.model.ProjectName;
import java.util.Arrays;
import org.apache.iceberg.rest.RESTUtil;

/** The branch of a project that a client works on. */
record Warehouse(ProjectName project, BranchName branch) {

  /**
   * Reads {@code project} or {@code project@branch}.
   *
   * @throws IllegalArgumentException if a name is not one
   */
  static Warehouse of(String text) {
    int at = text.indexOf('@');
    return at < 0
        ? new Warehouse(new ProjectName(text), BranchName.MAIN)
        : new Warehouse(
            new ProjectName(text.substring(0, at)), new BranchName(text.substring(at + 1)));
  }

  /**
   * Returns the same as one segment of a path: an encoded slash in there is refused, or decoded, by
   * much that stands in between. No name holds an {@code @}, so that stands for the slash.
   */
  String prefix() {
    return project
        + "@"
        + Arrays.stream(branch.value().split("/", -1))
            .map(part -> RESTUtil.encodeString(part).replace("+", "%20"))
            .collect(joining("@"));
  }

  /**
   * Reads a segment of a path.
   *
   * @throws IllegalArgumentException if it is not of the form that {@link #prefix} has
   */
  static Warehouse ofPrefix(String segment) {
    String[] parts = RESTUtil.decodeString(segment).split("@", -1);
    String branch = String.join("/", Arrays.asList(parts).subList(1, parts.length));
    return new Warehouse(
        new ProjectName(parts[0]), parts.length == 1 ? BranchName.MAIN : new BranchName(branch));
  }

  @Override
  public String toString() {
    return project + "@" + branch;
  }
}
