package dev.landfall.model;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The rules that every name keeps, and the errors that state them. */
final class Names {

  static final int MAX_BYTES = 255;

  private static final Pattern COMMIT_ID_LIKE = Pattern.compile("[0-9a-fA-F]{16,64}");

  private Names() {}

  /**
   * Refuses a text that is empty, too long in UTF-8, not encodable, or holds a control character.
   */
  static void requireText(String what, String value, int maxBytes) {
    if (value.isEmpty()) {
      throw invalid(what, value, "it is empty; give at least one character");
    }
    if (value.length() <= maxBytes && isPrintableAscii(value)) {
      return;
    }
    int bytes = utf8Length(what, value);
    if (bytes > maxBytes) {
      throw invalid(
          what, value, "it has " + bytes + " bytes in UTF-8; at most " + maxBytes + " are allowed");
    }
    value
        .codePoints()
        .filter(Names::isControl)
        .findFirst()
        .ifPresent(
            c -> {
              throw invalid(
                  what,
                  value,
                  String.format("it contains the control character U+%04X; leave it out", c));
            });
  }

  /** Refuses a name segment that could be mistaken for a path or a reference. */
  static void requireSegment(String what, String value) {
    requireText(what, value, MAX_BYTES);
    if (value.equals(".") || value.equals("..")) {
      throw invalid(what, value, "'.' and '..' are not names; choose another");
    }
    for (char c : new char[] {'/', '\\', '@'}) {
      if (value.indexOf(c) >= 0) {
        throw invalid(what, value, "it contains '" + c + "'; leave it out");
      }
    }
    if (!value.equals(value.strip())) {
      throw invalid(what, value, "it begins or ends with white space; leave that out");
    }
  }

  /** Compares code point by code point, which is also the order of the bytes in UTF-8. */
  static int compare(String left, String right) {
    int common = Math.min(left.length(), right.length());
    for (int i = 0; i < common; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        boolean sameKind = Character.isSurrogate(a) == Character.isSurrogate(b);
        return sameKind ? Character.compare(a, b) : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  static boolean looksLikeCommitId(String value) {
    return COMMIT_ID_LIKE.matcher(value).matches();
  }

  static IllegalArgumentException invalid(String what, String value, String rule) {
    return new IllegalArgumentException("Invalid " + what + " '" + printable(value) + "': " + rule);
  }

  /** The value as it may stand in a message: control characters escaped, long text cut. */
  private static String printable(String value) {
    StringBuilder text = new StringBuilder();
    value
        .codePoints()
        .limit(80)
        .forEach(
            c -> {
              if (isControl(c) || Character.getType(c) == Character.SURROGATE) {
                text.append(String.format("\\u%04X", c));
              } else {
                text.appendCodePoint(c);
              }
            });
    return value.codePointCount(0, value.length()) > 80 ? text + "..." : text.toString();
  }

  /** Tells what is true of most names, and shows at once that nothing is wrong with them. */
  private static boolean isPrintableAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static boolean isControl(int codePoint) {
    int type = Character.getType(codePoint);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static int utf8Length(String what, String value) {
    try {
      return StandardCharsets.UTF_8
          .newEncoder()
          .encode(java.nio.CharBuffer.wrap(value))
          .remaining();
    } catch (CharacterCodingException e) {
      throw invalid(what, value, "it holds half of a surrogate pair; give valid Unicode");
    }
  }
}
