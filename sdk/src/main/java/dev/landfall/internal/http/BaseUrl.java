package dev.landfall.internal.http;

import java.net.URI;
import okhttp3.HttpUrl;

/** The address of a catalog, below which the protocol's paths lie. */
final class BaseUrl {

  private BaseUrl() {}

  /**
   * Checks an address.
   *
   * @throws IllegalArgumentException if it cannot be one of a catalog; the message does not repeat
   *     it where it could hold a secret
   */
  static HttpUrl of(URI uri) {
    if (uri.getRawUserInfo() != null) {
      throw invalid(
          "it holds a user name or password before the host; leave it out, and give a token through"
              + " the credentials of HttpOptions");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw invalid("it has a query or a fragment; leave out what begins with '?' or '#'");
    }
    HttpUrl url = HttpUrl.get(uri);
    // okhttp would take the first part of the path for a host that is missing.
    if (url == null || uri.getRawAuthority() == null) {
      throw invalid(
          "it is no http: or https: URL with a host, such as https://catalog.example/lake");
    }
    return url;
  }

  private static IllegalArgumentException invalid(String problem) {
    return new IllegalArgumentException("Invalid address of a catalog: " + problem);
  }
}
