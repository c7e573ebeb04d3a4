package dev.landfall.testkit.nessie;

import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * What goes wrong with one of the requests that a call makes.
 *
 * @param number which of them, counted from 1
 * @param of how many
 */
record WireFault(int number, int of, WireRequest request, Fault fault) {

  private static final Duration BOUND = Duration.ofSeconds(30);

  /** Makes a call, and lists each fault of each request that it made through the proxy. */
  static List<WireFault> ofAll(NessieLake lake, Callable<?> call) throws Exception {
    int before = lake.proxy.requests().size();
    call.call();
    List<WireRequest> requests = lake.proxy.requests().stream().skip(before).toList();
    List<WireFault> all = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      for (Fault fault : Stream.concat(Fault.catalogue().stream(), falseAnswers()).toList()) {
        all.add(new WireFault(i + 1, requests.size(), requests.get(i), fault));
      }
    }
    return all;
  }

  private static Stream<Fault> falseAnswers() {
    return CannedAnswer.catalogue().stream()
        .flatMap(
            answer -> Stream.of(new Fault.Answer(false, answer), new Fault.Answer(true, answer)));
  }

  void plan(NessieLake lake) {
    lake.faults.onAny().nth(number).inject(fault);
  }

  /** Requires that it happened, and lets arrive what it holds back. */
  void end(NessieLake lake) throws InterruptedException {
    if (fault instanceof Fault.Held held) {
      end(held.hold());
    } else if (fault instanceof Fault.DeliverAgain again) {
      end(again.hold());
    }
    lake.faults.assertAllHappened();
    lake.faults.clear();
  }

  private static void end(Hold hold) throws InterruptedException {
    hold.release();
    hold.awaitDelivery(BOUND);
  }

  /** Returns how long the client should wait for an answer, as with some faults none comes. */
  Duration callTimeout() {
    boolean none =
        fault instanceof Fault.Held
            || fault == Fault.Break.STALL
            || fault == Fault.Break.APPLY_THEN_STALL;
    return none ? Duration.ofSeconds(1) : Duration.ofSeconds(20);
  }

  /** Whether the client gets the answer to its request. */
  boolean passesAnswer() {
    return fault instanceof Fault.Delay || fault instanceof Fault.DeliverAgain;
  }

  /** Whether the client gets the answer to a second delivery. */
  boolean passesOtherAnswer() {
    return fault == Fault.Break.DELIVER_TWICE;
  }

  /** Whether it hits the last request. */
  boolean isOnLast() {
    return number == of;
  }

  @Override
  public String toString() {
    return fault + " on request " + number + ", " + request.method() + " " + request.path();
  }
}
