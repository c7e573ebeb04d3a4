package dev.landfall.testkit.fault;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the heads of requests and answers, strictly: what is doubtful is refused. */
final class Http1Parser {

  private static final int MAX_HEAD_BYTES = 256 * 1024;

  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final Pattern REQUEST_LINE =
      Pattern.compile("(" + TOKEN + ") (/[!-~]*) (HTTP/1\\.[01])");
  private static final Pattern STATUS_LINE =
      Pattern.compile("HTTP/1\\.[01] ([1-5][0-9][0-9])(?: (.*))?");
  private static final Pattern FIELD = Pattern.compile("(" + TOKEN + "):[ \\t]*(.*?)[ \\t]*");

  /** What stands before the body of an answer. */
  record AnswerHead(int status, String reason, List<HeaderField> headers) {}

  private final InputStream in;
  private int headBytes;

  Http1Parser(InputStream in) {
    this.in = in;
  }

  RequestHead readRequest() throws IOException {
    headBytes = 0;
    String line = readLine();
    Matcher parts = REQUEST_LINE.matcher(line);
    if (!parts.matches()) {
      throw new Http1Exception("no request line");
    }
    return new RequestHead(parts.group(3), parts.group(1), parts.group(2), readFields());
  }

  AnswerHead readAnswer() throws IOException {
    headBytes = 0;
    String line = readLine();
    Matcher parts = STATUS_LINE.matcher(line);
    if (!parts.matches()) {
      throw new Http1Exception("no status line");
    }
    String reason = parts.group(2) == null ? "" : parts.group(2);
    return new AnswerHead(Integer.parseInt(parts.group(1)), reason, readFields());
  }

  List<HeaderField> readFields() throws IOException {
    List<HeaderField> fields = new ArrayList<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      Matcher parts = FIELD.matcher(line);
      if (!parts.matches()) {
        throw new Http1Exception("no header line");
      }
      fields.add(new HeaderField(parts.group(1), parts.group(2)));
    }
    return fields;
  }

  String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int b = readByte();
      if (b == '\r') {
        if (readByte() != '\n') {
          throw new Http1Exception("a lone carriage return");
        }
        return line.toString();
      }
      if (b == '\n' || b == 0) {
        throw new Http1Exception("a lone line feed, or a zero byte, in a head");
      }
      line.append((char) b);
    }
  }

  private int readByte() throws IOException {
    if (++headBytes > MAX_HEAD_BYTES) {
      throw new Http1Exception("a head of more than " + MAX_HEAD_BYTES + " bytes");
    }
    int b = in.read();
    if (b < 0) {
      throw new EOFException("The connection ended in a head");
    }
    return b;
  }

  /** Makes the bytes of a head: a first line, then the fields. */
  static byte[] head(String firstLine, List<HeaderField> fields) {
    StringBuilder text = new StringBuilder(firstLine).append("\r\n");
    fields.forEach(f -> text.append(f.name()).append(": ").append(f.value()).append("\r\n"));
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
