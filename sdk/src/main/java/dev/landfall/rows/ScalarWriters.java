package dev.landfall.rows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Java values into the values that Iceberg's writers of generic records take, without any loss. */
final class ScalarWriters {
  /** Seconds since 1970 whose microseconds fit a long. */
  private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000 - 1;

  private static final int NANOS_PER_MICRO = 1_000;

  private ScalarWriters() {}

  /** Returns the converter, or null if the type cannot be written. */
  static @Nullable Converter to(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> value -> exactly(Boolean.class, type, value);
      case INTEGER -> ScalarWriters::toInt;
      case LONG -> ScalarWriters::toLong;
      case FLOAT -> value -> exactly(Float.class, type, value);
      case DOUBLE ->
          value ->
              value instanceof Float narrow
                  ? narrow.doubleValue()
                  : exactly(Double.class, type, value);
      case STRING -> ScalarWriters::toText;
      case DECIMAL -> value -> toDecimal((Types.DecimalType) type, value);
      case DATE -> ScalarWriters::toDate;
      case TIME -> ScalarWriters::toTime;
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? ScalarWriters::toInstant
              : ScalarWriters::toLocalDateTime;
      case UUID -> value -> exactly(UUID.class, type, value);
      case BINARY -> ScalarWriters::toBinary;
      case FIXED -> value -> toFixed((Types.FixedType) type, value);
      default -> null;
    };
  }

  private static Object exactly(Class<?> wanted, Type type, Object value) {
    if (value.getClass() == wanted) {
      return value;
    }
    throw BadValue.expected(
        type, value, "; give a " + wanted.getSimpleName() + " or change the type of the column");
  }

  private static Object toInt(Object value) {
    if (value instanceof Integer) {
      return value;
    }
    long wide = integral("int", value);
    if (wide != (int) wide) {
      throw BadValue.expected("int", value, ", which is out of range; use a long column");
    }
    return (int) wide;
  }

  private static Object toLong(Object value) {
    return value instanceof Long ? value : (Object) integral("long", value);
  }

  private static long integral(String expected, Object value) {
    if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger big) {
      if (big.bitLength() < Long.SIZE) {
        return big.longValue();
      }
      throw BadValue.expected(expected, value, ", which is out of range; use a decimal column");
    }
    throw BadValue.expected(expected, value, "; give an integral number");
  }

  private static Object toText(Object value) {
    String text;
    if (value instanceof String given) {
      text = given;
    } else if (value instanceof Enum<?> constant) {
      text = constant.name();
    } else if (value instanceof CharSequence characters) {
      text = characters.toString();
    } else {
      throw BadValue.expected("string", value, "; turn it into text first");
    }
    requireWellFormed(text);
    return text;
  }

  /** A lone surrogate has no UTF-8 form; encoders put a question mark in its place. */
  private static void requireWellFormed(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < length
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw new BadValue(
              "the text has half of a surrogate pair at index "
                  + i
                  + ", which UTF-8 cannot hold; correct the text");
        }
        i++;
      }
    }
  }

  private static Object toDecimal(Types.DecimalType type, Object value) {
    BigDecimal number;
    if (value instanceof BigDecimal given) {
      number = given;
    } else if (value instanceof BigInteger whole) {
      number = new BigDecimal(whole);
    } else if (value instanceof Long || value instanceof Integer) {
      number = BigDecimal.valueOf(((Number) value).longValue());
    } else {
      throw BadValue.expected(type, value, "; give a BigDecimal");
    }
    return fit(type, number);
  }

  /** Looks at the size before it rescales, since {@code 1e1000000000} would fill the memory. */
  private static BigDecimal fit(Types.DecimalType type, BigDecimal number) {
    if (number.signum() == 0) {
      return BigDecimal.ZERO.setScale(type.scale());
    }
    long wholeDigits = (long) number.precision() - number.scale();
    if (wholeDigits > type.precision() - type.scale()) {
      throw BadValue.expected(
          type,
          number,
          ", which has more digits before the point; use a decimal of higher precision");
    }
    if ((long) number.scale() - type.scale() >= number.precision()) {
      throw wouldRound(type, number, null);
    }
    try {
      return number.scale() == type.scale() ? number : number.setScale(type.scale());
    } catch (ArithmeticException e) {
      throw wouldRound(type, number, e);
    }
  }

  private static BadValue wouldRound(
      Types.DecimalType type, BigDecimal number, @Nullable ArithmeticException cause) {
    return new BadValue(
        "",
        "expected "
            + type
            + ", but got "
            + BadValue.shown(number)
            + ", which has more digits after the point; round it before writing",
        cause);
  }

  private static Object toDate(Object value) {
    if (!(value instanceof LocalDate date)) {
      throw BadValue.expected("date", value, "; give a LocalDate");
    }
    if (date.toEpochDay() != (int) date.toEpochDay()) {
      throw BadValue.expected("date", value, ", which is out of range; correct the year");
    }
    return date;
  }

  @SuppressWarnings("JavaLocalTimeGetNano") // Whole seconds lose nothing.
  private static Object toTime(Object value) {
    if (!(value instanceof LocalTime time)) {
      throw BadValue.expected("time", value, "; give a LocalTime");
    }
    requireMicros("time", value, time.getNano());
    return time;
  }

  private static Object toInstant(Object value) {
    if (value instanceof Instant instant) {
      requireInstant(value, instant.getEpochSecond(), instant.getNano());
      return OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    OffsetDateTime moment;
    if (value instanceof OffsetDateTime given) {
      moment = given;
    } else if (value instanceof ZonedDateTime zoned) {
      moment = zoned.toOffsetDateTime();
    } else {
      throw BadValue.expected("timestamptz", value, "; give an Instant or OffsetDateTime");
    }
    requireInstant(value, moment.toEpochSecond(), moment.getNano());
    return moment.withOffsetSameInstant(ZoneOffset.UTC);
  }

  private static void requireInstant(Object value, long seconds, int nanos) {
    requireSeconds("timestamptz", value, seconds);
    requireMicros("timestamptz", value, nanos);
  }

  @SuppressWarnings("JavaLocalDateTimeGetNano") // Whole seconds lose nothing.
  private static Object toLocalDateTime(Object value) {
    if (!(value instanceof LocalDateTime moment)) {
      throw BadValue.expected("timestamp", value, "; give a LocalDateTime");
    }
    requireSeconds("timestamp", value, moment.toEpochSecond(ZoneOffset.UTC));
    requireMicros("timestamp", value, moment.getNano());
    return moment;
  }

  private static void requireSeconds(String type, Object value, long seconds) {
    if (seconds > MAX_SECONDS || seconds < -MAX_SECONDS) {
      throw BadValue.expected(type, value, ", which is out of range; correct the year");
    }
  }

  private static void requireMicros(String type, Object value, int nanos) {
    if (nanos % NANOS_PER_MICRO != 0) {
      throw BadValue.expected(
          type, value, ", which is finer than a microsecond; truncate it to ChronoUnit.MICROS");
    }
  }

  private static Object toBinary(Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof ByteBuffer) {
      return value;
    }
    throw BadValue.expected("binary", value, "; give a byte[] or ByteBuffer");
  }

  private static Object toFixed(Types.FixedType type, Object value) {
    byte[] bytes;
    if (value instanceof byte[] given) {
      bytes = given;
    } else if (value instanceof ByteBuffer buffer) {
      bytes = Bytes.copy(buffer);
    } else {
      throw BadValue.expected(type, value, "; give a byte[] or ByteBuffer");
    }
    if (bytes.length != type.length()) {
      throw new BadValue(
          "expected " + type + ", but got " + bytes.length + " bytes; give exactly that many");
    }
    return bytes;
  }
}
