package dev.landfall.testkit.simulation;

/**
 * A power cut that may take the last commits, because the catalog's durability promises no more.
 *
 * @param since what was answered until this moment, in the unit of the calls, is durable
 * @param until the moment of the power cut
 */
public record Loss(long since, long until) {

  boolean mayTake(RecordedCall call) {
    return since < call.end() && call.end() <= until;
  }
}
