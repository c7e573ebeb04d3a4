package dev.landfall.rows;

import java.util.ArrayList;
import java.util.List;

/** Everything that speaks against a pair of schemas, told at once. */
final class Problems {
  private final List<String> found = new ArrayList<>();

  void add(String path, String problem, String advice) {
    found.add("column '" + path + "' " + problem + "; " + advice);
  }

  /** Throws if there is any problem. */
  void refuse(String title) {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(title + ": " + String.join(". ", found));
    }
  }

  static String path(String outer, String name) {
    return outer.isEmpty() ? name : outer + "." + name;
  }
}
