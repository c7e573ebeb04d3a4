package dev.landfall.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON of which there is only one text for one value: no white space, fields in the order in
 * which they are given, and in strings only those characters escaped that JSON demands. The bytes
 * of a request are compared for ever, so they must not depend on the habits of a library.
 */
public final class CanonicalJson {

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder(512);
  private boolean first = true;

  /** Begins an object in an array, or the whole. */
  public CanonicalJson beginObject() {
    separate();
    return open('{');
  }

  /** Begins an object in an object. */
  public CanonicalJson beginObject(String name) {
    return name(name).open('{');
  }

  /** Ends an object. */
  public CanonicalJson endObject() {
    return close('}');
  }

  /** Ends an array. */
  public CanonicalJson endArray() {
    return close(']');
  }

  /** Begins an array in an object. */
  public CanonicalJson beginArray(String name) {
    return name(name).open('[');
  }

  /** Writes a number. */
  public CanonicalJson field(String name, int value) {
    name(name);
    text.append(value);
    return this;
  }

  /** Writes a number of up to 64 bits. */
  public CanonicalJson field(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  /** Writes an array of texts. */
  public CanonicalJson field(String name, List<String> values) {
    name(name).open('[');
    for (String value : values) {
      separate();
      string(value);
    }
    return endArray();
  }

  /** Writes a truth value. */
  public CanonicalJson field(String name, boolean value) {
    name(name);
    text.append(value);
    return this;
  }

  /** Writes a text. */
  public CanonicalJson field(String name, String value) {
    name(name);
    string(value);
    return this;
  }

  /** Writes nothing if there is no value. */
  public CanonicalJson optionalField(String name, @Nullable String value) {
    return value == null ? this : field(name, value);
  }

  /** Writes an object whose values are texts. */
  public CanonicalJson field(String name, Map<String, String> values) {
    name(name).open('{');
    values.forEach(this::field);
    return endObject();
  }

  /** Returns what was written, in UTF-8. */
  public byte[] toUtf8() {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private CanonicalJson name(String name) {
    separate();
    string(name);
    text.append(':');
    return this;
  }

  private CanonicalJson open(char bracket) {
    text.append(bracket);
    first = true;
    return this;
  }

  private CanonicalJson close(char bracket) {
    text.append(bracket);
    first = false;
    return this;
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
  }

  private void string(String value) {
    text.append('"');
    int copied = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        text.append(value, copied, i).append(escape(c));
        copied = i + 1;
      }
    }
    text.append(copied == 0 ? value : value.substring(copied)).append('"');
  }

  private static String escape(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default -> "\\u00" + HEX[c >> 4] + HEX[c & 0xf];
    };
  }
}
