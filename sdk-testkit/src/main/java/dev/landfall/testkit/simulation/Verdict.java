package dev.landfall.testkit.simulation;

import static java.util.stream.Collectors.joining;

import java.util.List;

/**
 * What a checker found.
 *
 * @param violations empty if the history keeps all rules
 */
public record Verdict(List<Violation> violations) {

  /** Copies the list. */
  public Verdict {
    violations = List.copyOf(violations);
  }

  /** Returns whether the history keeps all rules. */
  public boolean isGood() {
    return violations.isEmpty();
  }

  @Override
  public String toString() {
    return isGood()
        ? "The history keeps all rules"
        : violations.stream().map(Violation::toString).collect(joining("\n"));
  }
}
