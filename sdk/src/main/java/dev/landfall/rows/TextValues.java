package dev.landfall.rows;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Function;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Values of a file that are written as text. */
final class TextValues {
  private static final int UUID_LENGTH = 36;

  private TextValues() {}

  /** Returns a parser of one type that throws {@link BadValue}, or null for nested types. */
  static @Nullable Function<String, Object> of(Type type) {
    Function<String, Object> parser = parser(type);
    if (parser == null) {
      return null;
    }
    return text -> {
      try {
        return parser.apply(text);
      } catch (DateTimeException | IllegalArgumentException e) {
        throw unreadable(type, text, e);
      }
    };
  }

  private static BadValue unreadable(Type type, String text, RuntimeException cause) {
    return new BadValue(
        "", "expected " + type + ", but got " + BadValue.shown(text) + advice(type), cause);
  }

  private static String advice(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> "; write true or false";
      case INTEGER, LONG -> "; write an integral number within its range";
      case FLOAT, DOUBLE -> "; write a number within its range";
      case DECIMAL -> "; write a decimal number";
      case DATE -> "; write it as 2031-12-24";
      case TIME -> "; write it as 23:59:58.123456";
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? "; write it with its offset, as 2031-12-24T23:59:58Z"
              : "; write it without an offset, as 2031-12-24T23:59:58";
      case UUID -> "; write 36 characters";
      default -> "; write base64";
    };
  }

  private static @Nullable Function<String, Object> parser(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> TextValues::bool;
      case INTEGER -> Integer::valueOf;
      case LONG -> Long::valueOf;
      case FLOAT -> text -> finite(text, Float.valueOf(plain(text)));
      case DOUBLE -> text -> finite(text, Double.valueOf(plain(text)));
      case DECIMAL -> BigDecimal::new;
      case STRING -> text -> text;
      case DATE -> LocalDate::parse;
      case TIME -> LocalTime::parse;
      case TIMESTAMP ->
          ((Types.TimestampType) type).shouldAdjustToUTC()
              ? OffsetDateTime::parse
              : LocalDateTime::parse;
      case UUID -> TextValues::uuid;
      case BINARY, FIXED -> text -> Base64.getDecoder().decode(text);
      default -> null;
    };
  }

  private static Object bool(String text) {
    if (text.equalsIgnoreCase("true")) {
      return true;
    }
    if (text.equalsIgnoreCase("false")) {
      return false;
    }
    throw new NumberFormatException("neither true nor false");
  }

  /** Java would take spaces, hexadecimal digits and a suffix such as {@code 1d} too. */
  private static String plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9') && "+-.eE".indexOf(c) < 0 && !isName(text)) {
        throw new NumberFormatException("not a decimal number");
      }
    }
    return text;
  }

  private static boolean isName(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  private static Object finite(String text, Number number) {
    if (Double.isInfinite(number.doubleValue()) && !isName(text)) {
      throw new NumberFormatException("out of range");
    }
    return number;
  }

  private static Object uuid(String text) {
    if (text.length() != UUID_LENGTH) {
      throw new NumberFormatException("not 36 characters");
    }
    return UUID.fromString(text);
  }
}
