package dev.landfall.testkit.fault;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** One header line. */
record HeaderField(String name, String value) {

  /** Fields that are about one connection, or that the proxy sets itself. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "expect");

  boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }

  static Optional<String> find(List<HeaderField> fields, String name) {
    return fields.stream().filter(f -> f.is(name)).map(HeaderField::value).findFirst();
  }

  /** Returns true if a comma-separated field lists the token, in any case. */
  static boolean lists(List<HeaderField> fields, String name, String token) {
    return fields.stream()
        .filter(f -> f.is(name))
        .flatMap(f -> List.of(f.value.split(",", -1)).stream())
        .anyMatch(t -> t.trim().equalsIgnoreCase(token));
  }

  /** Returns the fields that are meant for the other end, so neither for one connection only. */
  static List<HeaderField> endToEnd(List<HeaderField> fields) {
    Set<String> dropped = new TreeSet<>(HOP_BY_HOP);
    fields.stream()
        .filter(f -> f.is("connection"))
        .flatMap(f -> List.of(f.value.split(",", -1)).stream())
        .forEach(t -> dropped.add(t.trim().toLowerCase(Locale.ROOT)));
    return fields.stream().filter(f -> !dropped.contains(f.name.toLowerCase(Locale.ROOT))).toList();
  }
}
