package dev.landfall.config;

/**
 * Where the bearer token of a request comes from. It is asked for each request that is sent, so it
 * should answer from memory; it is called by many threads at once. A token is sent to the catalog
 * and stands nowhere else: in no log, no exception and no saved commit.
 */
@FunctionalInterface
public interface Credentials {

  /**
   * Returns the token for one request: visible ASCII characters, without "Bearer".
   *
   * <p>If this throws, nothing was sent, and the call fails with an {@link
   * dev.landfall.catalog.UnavailableException} that bears the exception as its cause.
   */
  String token();

  /**
   * Told that the catalog did not accept a token, so that {@link #token} can return a fresh one.
   * The request is then sent once more if it does. Does nothing unless overridden.
   */
  default void rejected(String token) {}
}
