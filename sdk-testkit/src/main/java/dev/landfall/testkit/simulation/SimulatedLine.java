package dev.landfall.testkit.simulation;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.http.HttpAnswer;
import dev.landfall.internal.http.HttpLine;
import dev.landfall.internal.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The line of one client to the server, which loses, delays and repeats what it carries. */
final class SimulatedLine implements HttpLine {

  private enum Fault {
    REFUSED,
    LOST_REQUEST,
    LOST_ANSWER,
    LATE,
    TWICE,
    TWICE_AND_SECOND_ANSWER,
    ERROR_BEFORE,
    ERROR_AFTER,
    CUT_ANSWER
  }

  private static final Fault[] FAULTS = Fault.values();
  private static final int TIMEOUT_MILLIS = 1000;
  private static final int LATEST_MILLIS = 4000;

  private final World world;
  private final SimulatedServer server;
  private final String client;
  private final Runnable aliveCheck;

  SimulatedLine(World world, SimulatedServer server, String client, Runnable aliveCheck) {
    this.world = world;
    this.server = server;
    this.client = client;
    this.aliveCheck = aliveCheck;
  }

  @Override
  public HttpAnswer send(HttpRequest request) {
    aliveCheck.run();
    travel();
    aliveCheck.run();
    if (!server.isRunning()) {
      throw UnavailableException.notSent("Connection refused", null);
    }
    HttpAnswer answer =
        world.chance(world.conditions.networkFaults())
            ? sendBadly(request, FAULTS[world.upTo(FAULTS.length)])
            : answer(request);
    aliveCheck.run();
    return answer;
  }

  @Override
  public void close() {
    // Nothing is held open.
  }

  private HttpAnswer sendBadly(HttpRequest request, Fault fault) {
    world.recorder.event(fault + " for " + client + ": " + request.method() + " " + kind(request));
    return switch (fault) {
      case REFUSED -> throw UnavailableException.notSent("Connection refused", null);
      case LOST_REQUEST -> throw timeout();
      case LOST_ANSWER -> {
        deliver(request);
        throw timeout();
      }
      case LATE -> {
        deliverLater(request);
        throw timeout();
      }
      case TWICE -> {
        deliverLater(request);
        yield answer(request);
      }
      case TWICE_AND_SECOND_ANSWER -> {
        if (isRepeatable(request)) {
          deliver(request);
        }
        yield server.isRunning() ? answer(request) : gateway();
      }
      case ERROR_BEFORE -> gateway();
      case ERROR_AFTER -> {
        deliver(request);
        yield gateway();
      }
      case CUT_ANSWER -> cut(answer(request));
    };
  }

  private HttpAnswer answer(HttpRequest request) {
    return deliver(request).orElseThrow(SimulatedLine::reset);
  }

  private Optional<HttpAnswer> deliver(HttpRequest request) {
    return server.handle(request);
  }

  private void deliverLater(HttpRequest request) {
    int delay = world.upTo(LATEST_MILLIS);
    world.scheduler.spawn(
        "late request of " + client,
        () -> {
          world.sleepMillis(delay);
          if (server.isRunning()) {
            world.recorder.event(
                "late for " + client + ": " + request.method() + " " + kind(request));
            server.handle(request);
          }
        });
  }

  private void travel() {
    if (!world.calm) {
      world.scheduler.sleep(100_000L + world.upTo(20_000_000));
    }
  }

  /** Returns whether the protocol says that a second delivery is answered as the first was. */
  private static boolean isRepeatable(HttpRequest request) {
    return !kind(request).startsWith("branch") || request.method().equals("GET");
  }

  private UnavailableException timeout() {
    world.sleepMillis(TIMEOUT_MILLIS);
    aliveCheck.run();
    return UnavailableException.maybeSent("No answer in time", null);
  }

  private static UnavailableException reset() {
    return UnavailableException.maybeSent("Connection reset", null);
  }

  private static HttpAnswer gateway() {
    return HttpAnswer.of(502, "<html>Bad gateway</html>".getBytes(StandardCharsets.UTF_8));
  }

  private static HttpAnswer cut(HttpAnswer answer) {
    byte[] body = answer.body();
    return HttpAnswer.of(answer.status(), Arrays.copyOf(body, body.length / 2));
  }

  /** Returns what a request is about, without ids, which are other ones each time. */
  private static String kind(HttpRequest request) {
    List<String> path = List.of(request.path().split("/", -1));
    return path.size() < 4
        ? "project"
        : path.get(3) + (path.size() > 5 ? " " + path.get(path.size() - 1) : "");
  }
}
