package dev.landfall.internal.http;

import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import java.net.URI;

/** What carries requests to a catalog, and its answers back. Safe for use by many threads. */
public interface HttpLine extends AutoCloseable {

  /**
   * Makes a line to an address, which may have a path. Does no I/O.
   *
   * @throws IllegalArgumentException if the address cannot be one of a catalog
   */
  static HttpLine open(URI address, HttpOptions options, HttpDialect dialect) {
    return new HttpChannel(address, options, dialect);
  }

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
