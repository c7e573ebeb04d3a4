package dev.landfall.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.Pattern;

/** Reads one body, framed by Content-Length, by chunks, or by the end of the connection. */
final class Http1Body {

  private static final int MAX_BYTES = 64 * 1024 * 1024;
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");
  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,8})(?:[ \\t]*;.*)?");

  private static final int CHUNKED = -1;
  private static final int UNTIL_END = -2;

  private final InputStream in;
  private final int length;

  private Http1Body(InputStream in, int length) {
    this.in = in;
    this.length = length;
  }

  static Http1Body ofRequest(InputStream in, List<HeaderField> fields) throws IOException {
    return new Http1Body(in, lengthOf(fields, 0));
  }

  static Http1Body ofAnswer(InputStream in, List<HeaderField> fields) throws IOException {
    return new Http1Body(in, lengthOf(fields, UNTIL_END));
  }

  private static int lengthOf(List<HeaderField> fields, int ifNotSaid) throws IOException {
    List<String> lengths =
        fields.stream().filter(f -> f.is("Content-Length")).map(HeaderField::value).toList();
    List<String> codings =
        fields.stream().filter(f -> f.is("Transfer-Encoding")).map(HeaderField::value).toList();
    if (!codings.isEmpty()) {
      if (!lengths.isEmpty() || codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked")) {
        throw new Http1Exception("Transfer-Encoding other than chunked, or beside Content-Length");
      }
      return CHUNKED;
    }
    if (lengths.isEmpty()) {
      return ifNotSaid;
    }
    if (lengths.size() > 1 || !DIGITS.matcher(lengths.get(0)).matches()) {
      throw new Http1Exception("a Content-Length that is no number, or is said twice");
    }
    return checked(Long.parseLong(lengths.get(0)));
  }

  byte[] readAll() throws IOException {
    return switch (length) {
      case CHUNKED -> readChunks();
      case UNTIL_END -> readUntilEnd();
      default -> readExactly(length);
    };
  }

  /** Reads half of the body; of a chunked one, half of the first chunk. */
  byte[] readPart() throws IOException {
    return switch (length) {
      case CHUNKED -> readExactly(chunkSize(new Http1Parser(in)) / 2);
      case UNTIL_END -> readUntilEnd();
      default -> readExactly(length / 2);
    };
  }

  private byte[] readChunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Http1Parser lines = new Http1Parser(in);
    for (int size = chunkSize(lines); size > 0; size = chunkSize(lines)) {
      checked((long) body.size() + size);
      body.write(readExactly(size));
      if (!lines.readLine().isEmpty()) {
        throw new Http1Exception("a chunk that is longer than it says");
      }
      lines = new Http1Parser(in);
    }
    lines.readFields();
    return body.toByteArray();
  }

  private static int chunkSize(Http1Parser lines) throws IOException {
    var size = CHUNK.matcher(lines.readLine());
    if (!size.matches()) {
      throw new Http1Exception("no size of a chunk");
    }
    return checked(Long.parseLong(size.group(1), 16));
  }

  private byte[] readUntilEnd() throws IOException {
    byte[] body = in.readNBytes(MAX_BYTES + 1);
    checked(body.length);
    return body;
  }

  private byte[] readExactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("The connection ended in a body");
    }
    return bytes;
  }

  private static int checked(long size) throws IOException {
    if (size > MAX_BYTES) {
      throw new Http1Exception("a body of more than " + MAX_BYTES + " bytes");
    }
    return (int) size;
  }
}
