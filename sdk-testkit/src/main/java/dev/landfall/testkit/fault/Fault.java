package dev.landfall.testkit.fault;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What goes wrong with one request. Rules of a {@link FaultPlan} are written with the methods of
 * {@link FaultChoice}; this type is for tests that go through all kinds, and for what a {@link
 * WireRequest} records. Its text is what one writes in a rule.
 */
public sealed interface Fault {

  /** How often the server gets the request in the end, once every hold is released: 0, 1 or 2. */
  int deliveries();

  /**
   * Makes one example of each kind that can hit any request, each with a hold of its own. Refusals
   * and crashes, and what waits for other requests, are not among them. {@link
   * CannedAnswer#catalogue()} has more answers.
   */
  static List<Fault> catalogue() {
    Stream<Fault> others =
        Stream.of(
            new Answer(false, CannedAnswer.of(503)),
            new Answer(true, CannedAnswer.of(502)),
            new Delay(Point.REQUEST, Duration.ofMillis(50)),
            new Delay(Point.ANSWER, Duration.ofMillis(50)),
            new Held(Point.REQUEST, new Hold()),
            new Held(Point.ANSWER, new Hold()),
            new DeliverAgain(new Hold()));
    return Stream.concat(Stream.of(Break.values()), others).toList();
  }

  /** Where a request is stopped on its way. */
  enum Point {
    /** Before it is forwarded. */
    REQUEST("Request"),
    /** After the server has answered it, before the client gets any of that. */
    ANSWER("Answer");

    private final String noun;

    Point(String noun) {
      this.noun = noun;
    }
  }

  /** The faults without a parameter. */
  enum Break implements Fault {
    /** See {@link FaultChoice#closeBeforeRequest()}. */
    CLOSE_BEFORE_REQUEST("closeBeforeRequest()", 0),
    /** See {@link FaultChoice#closeInRequest()}. */
    CLOSE_IN_REQUEST("closeInRequest()", 0),
    /** See {@link FaultChoice#closeAfterRequest()}. */
    CLOSE_AFTER_REQUEST("closeAfterRequest()", 0),
    /** See {@link FaultChoice#reset()}. */
    RESET("reset()", 0),
    /** See {@link FaultChoice#stall()}. */
    STALL("stall()", 0),
    /** See {@link FaultChoice#applyThenDropAnswer()}. */
    APPLY_THEN_DROP_ANSWER("applyThenDropAnswer()", 1),
    /** See {@link FaultChoice#applyThenCutAnswer()}. */
    APPLY_THEN_CUT_ANSWER("applyThenCutAnswer()", 1),
    /** See {@link FaultChoice#applyThenReset()}. */
    APPLY_THEN_RESET("applyThenReset()", 1),
    /** See {@link FaultChoice#applyThenStall()}. */
    APPLY_THEN_STALL("applyThenStall()", 1),
    /** See {@link FaultChoice#deliverTwice()}. */
    DELIVER_TWICE("deliverTwice()", 2);

    private final String text;
    private final int deliveries;

    Break(String text, int deliveries) {
      this.text = text;
      this.deliveries = deliveries;
    }

    @Override
    public int deliveries() {
      return deliveries;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A refusal in the catalog's own name; the catalog does not get the request. */
  enum Refusal implements Fault {
    /** See {@link FaultChoice#refuse()}. */
    PERMISSION_DENIED("refuse()"),
    /** See {@link FaultChoice#refuseAsBusy()}. */
    TOO_BUSY("refuseAsBusy()");

    private final String text;

    Refusal(String text) {
      this.text = text;
    }

    @Override
    public int deliveries() {
      return 0;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** The death of the caller, which only a {@link FaultLine} can bring about. */
  enum Crash implements Fault {
    /** See {@link FaultChoice#crash()}. */
    BEFORE_REQUEST("crash()", 0),
    /** See {@link FaultChoice#applyThenCrash()}. */
    AFTER_ANSWER("applyThenCrash()", 1);

    private final String text;
    private final int deliveries;

    Crash(String text, int deliveries) {
      this.text = text;
      this.deliveries = deliveries;
    }

    @Override
    public int deliveries() {
      return deliveries;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * An answer of the proxy in place of the server's.
   *
   * @param applied whether the server gets the request all the same
   * @param answer what the client gets
   */
  record Answer(boolean applied, CannedAnswer answer) implements Fault {

    @Override
    public int deliveries() {
      return applied ? 1 : 0;
    }

    @Override
    public String toString() {
      return (applied ? "applyThenAnswer(" : "answer(") + answer + ")";
    }
  }

  /**
   * A delay.
   *
   * @param point what is delayed
   * @param by for how long
   */
  record Delay(Point point, Duration by) implements Fault {

    @Override
    public int deliveries() {
      return 1;
    }

    @Override
    public String toString() {
      return "delay" + point.noun + "(" + by + ")";
    }
  }

  /**
   * A delay until the test ends it.
   *
   * @param point what is held
   * @param hold where it waits
   */
  record Held(Point point, Hold hold) implements Fault {

    @Override
    public int deliveries() {
      return 1;
    }

    @Override
    public String toString() {
      return "hold" + point.noun + "()";
    }
  }

  /**
   * A second delivery, after the first one was answered as usual.
   *
   * @param hold where the second one waits
   */
  record DeliverAgain(Hold hold) implements Fault {

    @Override
    public int deliveries() {
      return 2;
    }

    @Override
    public String toString() {
      return "applyThenDeliverAgain()";
    }
  }

  /**
   * A second delivery, when others have published meanwhile.
   *
   * @param hold where the second one waits
   * @param publishes how many publishes must have been answered before it
   */
  record DeliverAgainAfter(Hold hold, int publishes) implements Fault {

    @Override
    public int deliveries() {
      return 2;
    }

    @Override
    public String toString() {
      return "applyThenDeliverAgainAfter(" + publishes + ")";
    }
  }
}
