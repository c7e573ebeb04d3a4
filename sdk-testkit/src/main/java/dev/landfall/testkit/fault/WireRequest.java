package dev.landfall.testkit.fault;

import dev.landfall.model.OperationId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that came to a {@link FaultProxy}, or a call that came to a {@link FaultLine}, and what
 * had become of it by the time when it was asked for. Immutable.
 */
public final class WireRequest {

  private final int number;
  private final RequestHead head;
  private final RequestKind kind;
  private final @Nullable OperationId operationId;
  private final Map<String, List<String>> headers;
  private final byte[] body;
  private final @Nullable Fault fault;
  private final int deliveries;
  private final List<Integer> serverStatuses;

  WireRequest(RecordedRequest from) {
    this.number = from.number;
    this.head = from.head;
    this.kind = from.kind;
    this.operationId = from.operationId;
    this.headers = from.shownHeaders;
    this.body = from.body;
    this.fault = from.fault;
    this.deliveries = from.deliveries;
    this.serverStatuses = List.copyOf(from.serverStatuses);
  }

  /** Returns its place in the order of arrival, counted from 1. */
  public int number() {
    return number;
  }

  /**
   * Returns {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2}, as the client spoke it; {@code in
   * process} on a line.
   */
  public String protocol() {
    return head.protocol();
  }

  /** Returns the method. */
  public String method() {
    return head.method();
  }

  /** Returns the path with its query, as it was sent. */
  public String path() {
    return head.target();
  }

  /** Returns what the request asks for. */
  public RequestKind kind() {
    return kind;
  }

  /** Returns the operation that it names, in its Idempotency-Key header or its path, if any. */
  public Optional<OperationId> operationId() {
    return Optional.ofNullable(operationId);
  }

  /**
   * Returns the headers by their lowercase names, in the order of arrival. The values of those that
   * carry credentials are replaced.
   */
  public Map<String, List<String>> headers() {
    return headers;
  }

  /** Returns the first value of a header, in whatever case its name is given. */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /** Returns a copy of the body, as far as it was read. */
  public byte[] body() {
    return body.clone();
  }

  /** Returns the body as text in UTF-8, as far as it was read. */
  public String bodyText() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns the fault that hit it, if any. */
  public Optional<Fault> fault() {
    return Optional.ofNullable(fault);
  }

  /** Returns how often it was sent to the server, whole. */
  public int deliveries() {
    return deliveries;
  }

  /**
   * Returns the statuses of the server's answers, one for each answered delivery. A call on a line
   * has those that go with what was returned, and none for an exception.
   */
  public List<Integer> serverStatuses() {
    return serverStatuses;
  }

  @Override
  public String toString() {
    return "#"
        + number
        + " "
        + head.protocol()
        + " "
        + head.method()
        + " "
        + head.target()
        + ", body of "
        + body.length
        + " bytes, "
        + (fault == null ? "no fault" : fault)
        + ", delivered "
        + deliveries
        + " times, answered "
        + serverStatuses;
  }
}
