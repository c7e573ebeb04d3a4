package dev.landfall.testkit.fault;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call on its way over a line, with the fault that hits it. */
final class FaultedCall<T> {

  private static final Logger LOG = LoggerFactory.getLogger(FaultedCall.class);

  /**
   * What the call asks of the catalog.
   *
   * @param call may be made more than once
   * @param status that goes with its answer over HTTP
   */
  record Target<T>(Supplier<T> call, ToIntFunction<T> status) {}

  private final RecordedRequest request;
  private final RequestLog log;
  private final Target<T> target;
  private final LateDeliveries late;
  private final ProxyThreads threads;
  private final Duration callTimeout;

  FaultedCall(
      RecordedRequest request,
      RequestLog log,
      Target<T> target,
      LateDeliveries late,
      ProxyThreads threads,
      Duration callTimeout) {
    this.request = request;
    this.log = log;
    this.target = target;
    this.late = late;
    this.threads = threads;
    this.callTimeout = callTimeout;
  }

  T run() {
    try {
      return play(request.fault);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UnavailableException.maybeSent("Interrupted on the line", e);
    }
  }

  private T play(@Nullable Fault fault) throws InterruptedException {
    if (fault == null) {
      return forward();
    } else if (fault instanceof Fault.Break broken) {
      return play(broken);
    } else if (fault instanceof Fault.Answer canned) {
      if (canned.applied()) {
        forward();
      }
      throw unproven(canned);
    } else if (fault instanceof Fault.Delay delay) {
      return play(delay);
    } else if (fault instanceof Fault.Held held) {
      return play(held);
    } else if (fault instanceof Fault.DeliverAgain again) {
      return deliverAgainFrom(again.hold());
    } else if (fault instanceof Fault.DeliverAgainAfter again) {
      T answer = deliverAgainFrom(again.hold());
      late.add(again.hold(), again.publishes());
      return answer;
    } else if (fault instanceof Fault.Refusal refusal) {
      throw refused(refusal);
    }
    return play((Fault.Crash) fault);
  }

  private T play(Fault.Break fault) throws InterruptedException {
    T answer = fault.deliveries() > 0 ? forward() : null;
    if (fault == Fault.Break.DELIVER_TWICE) {
      return send();
    }
    throw UnavailableException.maybeSent(
        answer == null
            ? "The line broke on the way there: " + fault
            : "The line broke on the way back: " + fault,
        null);
  }

  private T play(Fault.Delay delay) throws InterruptedException {
    if (delay.point() == Fault.Point.REQUEST) {
      TimeUnit.NANOSECONDS.sleep(delay.by().toNanos());
      return forward();
    }
    T answer = forward();
    TimeUnit.NANOSECONDS.sleep(delay.by().toNanos());
    return answer;
  }

  /** In a thread of its own, as what is held back goes on also if its caller has given up. */
  private T play(Fault.Held held) throws InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    threads.start(
        "held",
        () -> {
          try {
            answer.complete(hold(held));
          } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
          }
        });
    try {
      return answer.get(callTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw UnavailableException.maybeSent("No answer within " + callTimeout + ": " + held, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CatalogException failure) {
        throw failure;
      }
      throw UnavailableException.maybeSent("The catalog failed", e.getCause());
    }
  }

  private T hold(Fault.Held held) throws InterruptedException {
    Hold hold = held.hold();
    if (held.point() == Fault.Point.REQUEST) {
      hold.arrive();
      hold.awaitRelease();
      try {
        return forward();
      } finally {
        hold.delivered();
      }
    }
    T answer = forward();
    hold.arrive();
    hold.delivered();
    hold.awaitRelease();
    return answer;
  }

  private T deliverAgainFrom(Hold hold) throws InterruptedException {
    T answer = forward();
    hold.arrive();
    threads.start(
        "deliver-again",
        () -> {
          hold.awaitRelease();
          try {
            send();
          } catch (CatalogException e) {
            LOG.debug("Refused when delivered again: {}", request.head.target(), e);
          } finally {
            hold.delivered();
          }
        });
    return answer;
  }

  private T play(Fault.Crash crash) throws InterruptedException {
    if (crash == Fault.Crash.AFTER_ANSWER) {
      forward();
    }
    throw new SimulatedCrash(crash, log.view(request));
  }

  private T forward() throws InterruptedException {
    T answer = send();
    if (request.kind == RequestKind.PUBLISH) {
      late.publishAnswered();
    }
    return answer;
  }

  private T send() {
    log.delivered(request);
    T answer = target.call().get();
    log.answered(request, target.status().applyAsInt(answer));
    return answer;
  }

  private static CatalogException refused(Fault.Refusal refusal) {
    String words = CannedAnswer.REFUSED + refusal;
    return switch (refusal) {
      case PERMISSION_DENIED -> new PermissionDeniedException(words);
      case TOO_BUSY -> UnavailableException.notSent(words, null);
    };
  }

  /** Says of a made-up answer what a client over HTTP says of one without the envelope. */
  private static CatalogException unproven(Fault.Answer fault) {
    int status = fault.answer().status();
    String words = "Answered in place of the catalog: " + fault;
    return status >= 500 || status == 408 || status == 429
        ? new UnavailableException(words, true, null, status)
        : new ProtocolException(words, status, null);
  }
}
