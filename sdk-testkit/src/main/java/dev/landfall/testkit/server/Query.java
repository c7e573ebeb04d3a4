package dev.landfall.testkit.server;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The query of a URI, read strictly: a parameter that is not understood is refused. */
final class Query {

  private Query() {}

  /** Reads the parameters, of which each may be there once. */
  static Map<String, String> parse(@Nullable String query, Set<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return values;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      if (!known.contains(name)) {
        throw Refusal.invalid("Unknown query parameter; this path knows " + known);
      }
      if (equals < 0) {
        throw Refusal.invalid("Query parameter '" + name + "' has no value");
      }
      if (values.put(name, decode(pair.substring(equals + 1))) != null) {
        throw Refusal.invalid("Query parameter '" + name + "' is there twice");
      }
    }
    return values;
  }

  /** Reads the parameters as those of a form, whatever they are; the last of a name counts. */
  static Map<String, String> parseForm(@Nullable String query) {
    Map<String, String> values = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return values;
    }
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      values.put(decode(name.replace("+", "%20")), decode(value.replace("+", "%20")));
    }
    return values;
  }

  /** Decodes percent-encoded UTF-8 without guessing, unlike the decoders for forms. */
  private static String decode(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.put((byte) (hex(text, i + 1) * 16 + hex(text, i + 2)));
        i += 2;
      } else if (c == '+') {
        throw Refusal.invalid(
            "The query holds a bare '+', which means two things; write %2B or, for a space, %20");
      } else if (c > ' ' && c < 0x7f) {
        bytes.put((byte) c);
      } else {
        throw malformed();
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  private static int hex(String text, int at) {
    char c = at < text.length() ? text.charAt(at) : '?';
    // Character.digit knows the digits of other scripts too.
    int digit = c < 0x80 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      throw malformed();
    }
    return digit;
  }

  private static Refusal malformed() {
    return Refusal.invalid("The query is not percent-encoded UTF-8");
  }
}
