package dev.landfall.testkit.simulation;

/**
 * A call and its answer, as the caller saw them.
 *
 * @param number by which messages speak of it; unique in its history
 * @param caller one process; one that starts again after a crash is another caller. Of calls about
 *     an operation: one copy of its frozen commit, as each copy knows of its own sends only
 * @param begin the moment of the call, in any unit that only grows
 * @param end the moment of the answer; {@link #NEVER} if there was none
 */
public record RecordedCall(
    int number, String caller, Call call, long begin, long end, Answer answer) {

  /** The end of a call that was never answered. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Returns whether this call was answered before the other one was made. */
  public boolean endedBefore(RecordedCall other) {
    return end < other.begin;
  }

  RecordedCall withoutAnswer() {
    return new RecordedCall(number, caller, call, begin, NEVER, new Answer.None());
  }

  @Override
  public String toString() {
    return "#" + number + " " + caller + ": " + call + " -> " + answer;
  }
}
