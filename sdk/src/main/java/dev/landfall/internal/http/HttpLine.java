package dev.landfall.internal.http;

import dev.landfall.catalog.UnavailableException;

/** What carries requests to a catalog, and its answers back. Safe for use by many threads. */
public interface HttpLine extends AutoCloseable {

  /**
   * Sends a request and returns its answer, whatever its status.
   *
   * @throws UnavailableException if there is no answer
   */
  HttpAnswer send(HttpRequest request);

  /** Sends nothing more. What is under way runs to its end. */
  @Override
  void close();
}
