package dev.landfall.testkit.fault;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way through the proxy, with the fault that hits it. What the server did is
 * recorded before the client gets a byte, so a client that has its answer finds it in the log.
 */
final class FaultedExchange {

  private static final Logger LOG = LoggerFactory.getLogger(FaultedExchange.class);

  private final RecordedRequest request;
  private final RequestLog log;
  private final ClientEnd client;
  private final Forwarder forwarder;
  private final LateDeliveries late;
  private final ProxyThreads threads;

  FaultedExchange(
      RecordedRequest request,
      RequestLog log,
      ClientEnd client,
      Forwarder forwarder,
      LateDeliveries late,
      ProxyThreads threads) {
    this.request = request;
    this.log = log;
    this.client = client;
    this.forwarder = forwarder;
    this.late = late;
    this.threads = threads;
  }

  /** Plays it to its end. A client or a server that breaks off ends it, and the connection. */
  void run() throws InterruptedException {
    try {
      play(request.fault);
    } catch (IOException e) {
      // What the client can see of a server that gives no answer is a connection that ends.
      LOG.debug("Broken off: {} {}", request.head.method(), request.head.target(), e);
      client.close();
    }
  }

  private void play(@Nullable Fault fault) throws IOException, InterruptedException {
    if (fault == null) {
      read();
      client.answer(forward());
    } else if (fault instanceof Fault.Break broken) {
      play(broken);
    } else if (fault instanceof Fault.Answer canned) {
      read();
      if (canned.applied()) {
        forward();
      }
      client.answer(canned.answer().toServerAnswer());
    } else if (fault instanceof Fault.Delay delay) {
      play(delay);
    } else if (fault instanceof Fault.Held held) {
      play(held);
    } else if (fault instanceof Fault.DeliverAgain again) {
      ServerAnswer answer = deliverAgainFrom(again.hold());
      client.answer(answer);
    } else if (fault instanceof Fault.DeliverAgainAfter again) {
      ServerAnswer answer = deliverAgainFrom(again.hold());
      late.add(again.hold(), again.publishes());
      client.answer(answer);
    } else if (fault instanceof Fault.Refusal refusal) {
      read();
      client.answer(CannedAnswer.of(refusal).toServerAnswer());
    }
  }

  private void play(Fault.Break fault) throws IOException, InterruptedException {
    switch (fault) {
      case CLOSE_BEFORE_REQUEST -> client.close();
      case CLOSE_IN_REQUEST -> {
        log.body(request, client.readPartOfBody());
        client.close();
      }
      case CLOSE_AFTER_REQUEST -> {
        read();
        client.close();
      }
      case RESET -> {
        read();
        client.reset();
      }
      case STALL -> {
        read();
        client.awaitGone();
      }
      case APPLY_THEN_DROP_ANSWER -> {
        read();
        forward();
        client.close();
      }
      case APPLY_THEN_CUT_ANSWER -> {
        read();
        client.cutAnswer(forward());
      }
      case APPLY_THEN_RESET -> {
        read();
        forward();
        client.reset();
      }
      case APPLY_THEN_STALL -> {
        read();
        forward();
        client.awaitGone();
      }
      case DELIVER_TWICE -> {
        read();
        forward();
        client.answer(send());
      }
    }
  }

  private void play(Fault.Delay delay) throws IOException, InterruptedException {
    read();
    if (delay.point() == Fault.Point.REQUEST) {
      TimeUnit.NANOSECONDS.sleep(delay.by().toNanos());
      client.answer(forward());
    } else {
      ServerAnswer answer = forward();
      TimeUnit.NANOSECONDS.sleep(delay.by().toNanos());
      client.answer(answer);
    }
  }

  private void play(Fault.Held held) throws IOException, InterruptedException {
    Hold hold = held.hold();
    read();
    ServerAnswer answer;
    if (held.point() == Fault.Point.REQUEST) {
      hold.arrive();
      hold.awaitRelease();
      answer = forward();
      hold.delivered();
    } else {
      answer = forward();
      hold.arrive();
      hold.delivered();
      hold.awaitRelease();
    }
    client.answer(answer);
  }

  /** Applies the request, and lets it wait to be applied a second time. */
  private ServerAnswer deliverAgainFrom(Hold hold) throws IOException, InterruptedException {
    read();
    ServerAnswer answer = forward();
    hold.arrive();
    threads.start(
        "deliver-again",
        () -> {
          hold.awaitRelease();
          send();
          hold.delivered();
        });
    return answer;
  }

  private void read() throws IOException, InterruptedException {
    log.body(request, client.readBody());
  }

  private ServerAnswer forward() throws IOException, InterruptedException {
    ServerAnswer answer = send();
    if (request.kind == RequestKind.PUBLISH) {
      late.publishAnswered();
    }
    return answer;
  }

  private ServerAnswer send() throws IOException {
    ServerAnswer answer =
        forwarder.forward(request.head, request.body, () -> log.delivered(request));
    log.answered(request, answer.status());
    return answer;
  }
}
