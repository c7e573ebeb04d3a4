package dev.landfall.testkit.fault;

import java.time.Duration;

/**
 * The end of a rule of a {@link FaultPlan}: what hits the request. Each method adds the rule to the
 * plan. "Applied" means that the request was forwarded and the server's whole answer was read.
 * "Closed" and "reset" are about the TCP connection, so with HTTP/2 they hit every stream on it.
 */
public final class FaultChoice {

  private final FaultPlan plan;
  private final FaultRule.Selection selection;

  FaultChoice(FaultPlan plan, FaultRule.Selection selection) {
    this.plan = plan;
    this.selection = selection;
  }

  /**
   * Closes the connection as soon as the request shows itself: its head is read, to know which one
   * it is, none of its body, and nothing is forwarded. The client may see a reset, as its body was
   * not taken.
   */
  public void closeBeforeRequest() {
    inject(Fault.Break.CLOSE_BEFORE_REQUEST);
  }

  /** Closes the connection after the head and a part of the body; nothing is forwarded. */
  public void closeInRequest() {
    inject(Fault.Break.CLOSE_IN_REQUEST);
  }

  /** Closes the connection after the whole request; nothing is forwarded. */
  public void closeAfterRequest() {
    inject(Fault.Break.CLOSE_AFTER_REQUEST);
  }

  /** Resets the connection (TCP RST) after the whole request; nothing is forwarded. */
  public void reset() {
    inject(Fault.Break.RESET);
  }

  /**
   * Refuses in the catalog's own name, as one that the caller may not do; nothing is forwarded. A
   * client that believes it reports a definite failure.
   */
  public void refuse() {
    inject(Fault.Refusal.PERMISSION_DENIED);
  }

  /**
   * Refuses in the catalog's own name, as too busy to look at the request; nothing is forwarded. A
   * client may send the request again.
   */
  public void refuseAsBusy() {
    inject(Fault.Refusal.TOO_BUSY);
  }

  /**
   * Ends the caller before the request is sent, as far as that goes within a process: a {@link
   * SimulatedCrash} is thrown, which nothing in the SDK catches. Only a {@link FaultLine} can do
   * so; a {@link FaultProxy} leaves the rule alone.
   */
  public void crash() {
    inject(Fault.Crash.BEFORE_REQUEST);
  }

  /** Applies the request, and ends the caller before it has the answer, as {@link #crash} does. */
  public void applyThenCrash() {
    inject(Fault.Crash.AFTER_ANSWER);
  }

  /** Answers with a bare status; nothing is forwarded. */
  public void answer(int status) {
    answer(CannedAnswer.of(status));
  }

  /** Answers with this; nothing is forwarded. */
  public void answer(CannedAnswer answer) {
    inject(new Fault.Answer(false, answer));
  }

  /** Closes the connection after the request was applied, without a byte to the client. */
  public void applyThenDropAnswer() {
    inject(Fault.Break.APPLY_THEN_DROP_ANSWER);
  }

  /**
   * Applies the request, sends the answer's head and half of its body, and closes the connection.
   * An answer without a body is cut in its head (HTTP/1.1) or before its end is told (HTTP/2).
   */
  public void applyThenCutAnswer() {
    inject(Fault.Break.APPLY_THEN_CUT_ANSWER);
  }

  /** Applies the request, and answers with a bare status in place of the server's answer. */
  public void applyThenAnswer(int status) {
    applyThenAnswer(CannedAnswer.of(status));
  }

  /** Applies the request, and answers with this in place of the server's answer. */
  public void applyThenAnswer(CannedAnswer answer) {
    inject(new Fault.Answer(true, answer));
  }

  /** Resets the connection (TCP RST) after the request was applied. */
  public void applyThenReset() {
    inject(Fault.Break.APPLY_THEN_RESET);
  }

  /**
   * Forwards the request this much later, also if its client has gone meanwhile. Requests that come
   * together are delayed together, so {@code onAny().every().delayRequest(roundTrip)} is a server
   * as far away as that. Rules for single requests have to be made before it, as the first one
   * wins.
   */
  public void delayRequest(Duration by) {
    inject(new Fault.Delay(Fault.Point.REQUEST, by));
  }

  /** Passes the answer on this much later; answers that come together are delayed together. */
  public void delayAnswer(Duration by) {
    inject(new Fault.Delay(Fault.Point.ANSWER, by));
  }

  /**
   * Keeps the request back until it is released; then it is forwarded, also if its client has gone
   * meanwhile.
   */
  public Hold holdRequest() {
    Hold hold = new Hold();
    inject(new Fault.Held(Fault.Point.REQUEST, hold));
    return hold;
  }

  /** Applies the request, and keeps the answer back until it is released. */
  public Hold holdAnswer() {
    Hold hold = new Hold();
    inject(new Fault.Held(Fault.Point.ANSWER, hold));
    return hold;
  }

  /** Applies the request twice, one after the other; the client gets the second answer. */
  public void deliverTwice() {
    inject(Fault.Break.DELIVER_TWICE);
  }

  /**
   * Applies the request and passes the answer on as usual; and applies it a second time when
   * released. It arrives at the hold when the server has answered it for the first time; the second
   * answer goes nowhere.
   */
  public Hold applyThenDeliverAgain() {
    Hold hold = new Hold();
    inject(new Fault.DeliverAgain(hold));
    return hold;
  }

  /**
   * Applies the request and passes the answer on as usual; and applies it a second time as soon as
   * so many later publishes were answered, of whatever operation, before the last of them gets its
   * answer. That is how an old request arrives late.
   *
   * @param publishes 1 or more
   * @throws IllegalArgumentException if it is less than 1
   */
  public void applyThenDeliverAgainAfter(int publishes) {
    if (publishes < 1) {
      throw new IllegalArgumentException(
          "Cannot deliver again after "
              + publishes
              + " publishes: give 1 or more, or use deliverTwice()");
    }
    inject(new Fault.DeliverAgainAfter(new Hold(), publishes));
  }

  /** Never answers, until the client or the proxy is closed; nothing is forwarded. */
  public void stall() {
    inject(Fault.Break.STALL);
  }

  /** Applies the request, and never answers, until the client or the proxy is closed. */
  public void applyThenStall() {
    inject(Fault.Break.APPLY_THEN_STALL);
  }

  /** Does what the fault says: for tests that go through {@link Fault#catalogue()}. */
  public void inject(Fault fault) {
    plan.add(new FaultRule(selection, fault));
  }
}
