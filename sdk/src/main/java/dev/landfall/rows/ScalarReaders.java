package dev.landfall.rows;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;

/** Values of Iceberg's generic records into the Java types of components. */
final class ScalarReaders {
  private ScalarReaders() {}

  static Converter to(Class<?> raw) {
    if (raw.isEnum()) {
      return constants(raw);
    }
    if (raw == long.class || raw == Long.class) {
      return value -> value instanceof Long ? value : (Object) ((Number) value).longValue();
    }
    if (raw == double.class || raw == Double.class) {
      return value -> value instanceof Double ? value : (Object) ((Number) value).doubleValue();
    }
    if (raw == Instant.class) {
      return value -> ((OffsetDateTime) value).toInstant();
    }
    if (raw == String.class) {
      return Object::toString;
    }
    if (raw == byte[].class) {
      return ScalarReaders::bytes;
    }
    return raw == ByteBuffer.class ? value -> ByteBuffer.wrap(bytes(value)) : value -> value;
  }

  private static byte[] bytes(Object value) {
    return value instanceof byte[] fixed ? fixed.clone() : Bytes.copy((ByteBuffer) value);
  }

  private static Converter constants(Class<?> type) {
    Map<String, Object> constants = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
    return value -> {
      Object constant = constants.get(value.toString());
      if (constant == null) {
        throw BadValue.expected(
            "a constant of " + type.getSimpleName(), value, "; add the constant to the enum");
      }
      return constant;
    };
  }
}
