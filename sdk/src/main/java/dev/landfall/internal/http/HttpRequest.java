package dev.landfall.internal.http;

import dev.landfall.model.OperationId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of the protocol, to be sent any number of times; it is compared with nothing.
 *
 * @param path below the base URL, its segments already safe in a URL
 * @param query names and values in turn, not yet encoded
 * @param body none for a request without one
 * @param operation the idempotency key, if the request has one
 */
@SuppressWarnings("ArrayRecordComponent")
public record HttpRequest(
    String method,
    String path,
    List<String> query,
    byte @Nullable [] body,
    @Nullable OperationId operation) {

  /** Makes a read. */
  public static HttpRequest get(String path) {
    return new HttpRequest("GET", path, List.of(), null, null);
  }

  /** Makes a request with a body. */
  public static HttpRequest post(String path, byte[] body) {
    return new HttpRequest("POST", path, List.of(), body, null);
  }

  /** Makes a request that replaces something. */
  public static HttpRequest put(String path, byte[] body) {
    return new HttpRequest("PUT", path, List.of(), body, null);
  }

  /** Makes a request that deletes something. */
  public static HttpRequest delete(String path) {
    return new HttpRequest("DELETE", path, List.of(), null, null);
  }

  /** Adds a parameter of the query. */
  public HttpRequest with(String name, String value) {
    List<String> longer = new ArrayList<>(query);
    longer.add(name);
    longer.add(value);
    return new HttpRequest(method, path, List.copyOf(longer), body, operation);
  }

  HttpRequest idempotentBy(OperationId key) {
    return new HttpRequest(method, path, query, body, key);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
