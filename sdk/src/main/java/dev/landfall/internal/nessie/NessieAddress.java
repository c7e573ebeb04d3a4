package dev.landfall.internal.nessie;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The address of a Nessie server: {@code nessie+http://host:port/api/v2}, with the parameter {@code
 * warehouse} if it has one.
 *
 * @param api where the API is
 * @param warehouse where the files of projects are placed that are created here
 */
record NessieAddress(URI api, Optional<String> warehouse) {

  private static final String PREFIX = "nessie+";
  private static final String WAREHOUSE = "warehouse=";

  /**
   * Takes an address apart.
   *
   * @throws IllegalArgumentException if it cannot be one; the message does not repeat it
   */
  static NessieAddress of(URI uri) {
    String text = uri.toString();
    if (!text.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
      throw invalid("it does not begin with nessie+http: or nessie+https:");
    }
    String query = uri.getRawQuery();
    String withoutQuery = query == null ? text : text.substring(0, text.indexOf('?'));
    if (uri.getRawFragment() != null) {
      throw invalid("it has a fragment; leave out what begins with '#'");
    }
    if (!withoutQuery.replaceAll("/+$", "").endsWith("/api/v2")) {
      throw invalid("its path does not end in /api/v2, the version of Nessie's API that is spoken");
    }
    try {
      return new NessieAddress(
          new URI(withoutQuery.substring(PREFIX.length())),
          Optional.ofNullable(query).map(NessieAddress::warehouse));
    } catch (URISyntaxException e) {
      throw invalid("what follows nessie+ is no URL");
    }
  }

  private static String warehouse(String query) {
    if (!query.startsWith(WAREHOUSE) || query.contains("&")) {
      throw invalid("it has another parameter than warehouse");
    }
    return URLDecoder.decode(query.substring(WAREHOUSE.length()), StandardCharsets.UTF_8);
  }

  private static IllegalArgumentException invalid(String problem) {
    return new IllegalArgumentException("Invalid address of a Nessie server: " + problem);
  }
}
