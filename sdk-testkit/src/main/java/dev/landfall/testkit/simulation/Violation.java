package dev.landfall.testkit.simulation;

import java.util.List;

/**
 * A rule that a history breaks.
 *
 * @param message names the operation, the commits and what is wrong
 * @param calls the calls that prove it
 */
public record Violation(Rule rule, String message, List<RecordedCall> calls) {

  /** Copies the list. */
  public Violation {
    calls = List.copyOf(calls);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(rule + ": " + message);
    calls.forEach(call -> text.append("\n    ").append(call));
    return text.toString();
  }
}
