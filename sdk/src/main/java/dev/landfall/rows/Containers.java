package dev.landfall.rows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists and maps, part by part, in both directions. */
final class Containers {
  private Containers() {}

  /** Converts lists; {@code onNull} is null where elements may be null. */
  static Converter list(Converter element, @Nullable Function<String, BadValue> onNull) {
    return value -> {
      if (!(value instanceof List<?> given)) {
        throw BadValue.expected("list", value, "; give a java.util.List");
      }
      List<@Nullable Object> converted = new ArrayList<>(given.size());
      for (Object part : given) {
        converted.add(part(element, part, onNull, converted.size()));
      }
      return Collections.unmodifiableList(converted);
    };
  }

  /** Converts maps and keeps their order; {@code onNull} is null where values may be null. */
  static Converter map(
      Converter key, Converter value, @Nullable Function<String, BadValue> onNull) {
    return map -> {
      if (!(map instanceof Map<?, ?> given)) {
        throw BadValue.expected("map", map, "; give a java.util.Map");
      }
      Map<@Nullable Object, @Nullable Object> converted = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : given.entrySet()) {
        Object name = entry.getKey();
        Object convertedKey = part(key, name, Nulls::inRequired, "key");
        converted.put(
            convertedKey,
            part(value, entry.getValue(), onNull, name instanceof String ? quoted(name) : name));
      }
      return Collections.unmodifiableMap(converted);
    };
  }

  private static @Nullable Object part(
      Converter converter,
      @Nullable Object part,
      @Nullable Function<String, BadValue> onNull,
      @Nullable Object position) {
    if (part == null) {
      if (onNull != null) {
        throw onNull.apply("[" + position + "]");
      }
      return null;
    }
    try {
      return converter.convert(part);
    } catch (BadValue e) {
      throw e.in("[" + position + "]");
    }
  }

  private static String quoted(Object name) {
    return "\"" + name + "\"";
  }
}
