package dev.landfall.okhttp;

import okhttp3.OkHttpClient;

/**
 * An application's own OkHttpClient, for the SDK to send its requests through: its connection pool,
 * its proxy, its DNS, its TLS, its interceptors and its listeners are used. The SDK still takes
 * care that nothing is sent twice behind its back: it turns redirects, authenticators, the cache
 * and the resending of failed connections off for its own requests, and leaves the given client as
 * it is. Immutable; does no I/O.
 */
public final class OkHttpTransport {

  private final OkHttpClient client;

  private OkHttpTransport(OkHttpClient client) {
    this.client = client;
  }

  /**
   * Uses a client, which stays the application's to shut down, after the SDK's own client.
   *
   * @param client an interceptor of it must pass each request on once at most; a second time is
   *     refused when the request has a body
   */
  public static OkHttpTransport of(OkHttpClient client) {
    return new OkHttpTransport(client);
  }

  /** Returns the application's client. */
  public OkHttpClient client() {
    return client;
  }
}
