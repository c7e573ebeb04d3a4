package dev.landfall.testkit.fault;

import dev.landfall.catalog.Catalog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A line to a catalog in the same process that records every call, and breaks those that its plan
 * says: what a {@link FaultProxy} is to a catalog over HTTP.
 *
 * <pre>{@code
 * FaultPlan faults = new FaultPlan();
 * FaultLine line = FaultLine.inProcess(faults);
 * LandfallClient client =
 *     LandfallClient.builder().directory(directory).decorateCatalog(line::before).build();
 * faults.onPublish().first().applyThenDropAnswer();
 * }</pre>
 *
 * <p>Calls are recorded as the HTTP requests that they would be. A connection that would be closed,
 * reset or cut ends the call with the exception of a lost request or answer. Where HTTP would wait
 * for a time-out because nothing comes, the call ends so at once; one that is held back ends so
 * after the call time-out. A made-up answer proves nothing. Thread-safe.
 */
public final class FaultLine implements AutoCloseable {

  /** How long a call waits for what is held back, unless set: 10 seconds. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final FaultPlan plan;
  private final Predicate<Fault> possible;
  private final Duration callTimeout;
  private final RequestLog log = new RequestLog();
  private final LateDeliveries late = new LateDeliveries();
  private final ProxyThreads threads =
      new ProxyThreads("fault-line-" + NUMBER.incrementAndGet() + "-");

  private FaultLine(FaultPlan plan, Predicate<Fault> possible, Duration callTimeout) {
    this.plan = plan;
    this.possible = possible;
    this.callTimeout = callTimeout;
  }

  /** Makes a line to a catalog in the same process, for all faults of the plan. */
  public static FaultLine inProcess(FaultPlan plan) {
    return inProcess(plan, DEFAULT_CALL_TIMEOUT);
  }

  /**
   * Makes a line to a catalog in the same process.
   *
   * @param callTimeout how long a call waits for what is held back
   */
  public static FaultLine inProcess(FaultPlan plan, Duration callTimeout) {
    return new FaultLine(plan, fault -> true, callTimeout);
  }

  /**
   * Makes the end of a line that goes on through a {@link FaultProxy} of the same plan: it only has
   * the crashes of the caller, as the proxy has the rest.
   */
  public static FaultLine beforeProxy(FaultPlan plan) {
    return new FaultLine(plan, fault -> fault instanceof Fault.Crash, DEFAULT_CALL_TIMEOUT);
  }

  /** Returns the catalog as it is seen over this line; closing it closes the given one. */
  public Catalog before(Catalog catalog) {
    return new LinedCatalog(catalog, this);
  }

  /** Returns what has been called so far, in the order of the calls, with what became of each. */
  public List<WireRequest> requests() {
    return log.requests();
  }

  /**
   * Ends what is held back, which does not go on any more. Does nothing when repeated.
   *
   * @throws IllegalStateException if that does not end within 10 seconds
   */
  @Override
  public void close() {
    try {
      threads.close(CLOSE_BOUND);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted before the line had ended its threads", e);
    }
  }

  <T> T call(RequestHead head, byte @Nullable [] body, FaultedCall.Target<T> target) {
    RecordedRequest request = log.arrive(head, plan, possible);
    if (body != null) {
      log.body(request, body);
    }
    return new FaultedCall<>(request, log, target, late, threads, callTimeout).run();
  }
}
