package dev.landfall.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's end of one exchange over HTTP/1.1. */
final class Http1ClientEnd implements ClientEnd {

  private static final Logger LOG = LoggerFactory.getLogger(Http1ClientEnd.class);

  private final ClientConnection connection;
  private final InputStream in;
  private final OutputStream out;
  private final RequestHead head;
  private final Http1Body body;

  Http1ClientEnd(ClientConnection connection, InputStream in, OutputStream out, RequestHead head)
      throws IOException {
    this.connection = connection;
    this.in = in;
    this.out = out;
    this.head = head;
    this.body = Http1Body.ofRequest(in, head.headers());
  }

  /** Returns true if the client may send another request when this one is answered. */
  boolean keepsAlive() {
    return head.protocol().equals("HTTP/1.1")
        && !HeaderField.lists(head.headers(), "Connection", "close");
  }

  @Override
  public byte[] readBody() throws IOException {
    askForBody();
    return body.readAll();
  }

  @Override
  public byte[] readPartOfBody() throws IOException {
    askForBody();
    return body.readPart();
  }

  private void askForBody() throws IOException {
    if (head.protocol().equals("HTTP/1.1") && head.waitsToBeAskedForBody()) {
      out.write(Http1Parser.head("HTTP/1.1 100 Continue", List.of()));
      out.flush();
    }
  }

  @Override
  public void answer(ServerAnswer answer) throws IOException {
    out.write(Forwarder.concat(headOf(answer), answer.body()));
    out.flush();
  }

  @Override
  public void cutAnswer(ServerAnswer answer) throws IOException {
    byte[] answerHead = headOf(answer);
    if (answer.body().length == 0) {
      out.write(answerHead, 0, answerHead.length / 2);
    } else {
      byte[] half = Arrays.copyOf(answer.body(), answer.body().length / 2);
      out.write(Forwarder.concat(answerHead, half));
    }
    out.flush();
    connection.close();
  }

  private byte[] headOf(ServerAnswer answer) {
    List<HeaderField> fields = new ArrayList<>();
    boolean bodiless = ServerAnswer.hasNoBody(head.method(), answer.status());
    for (HeaderField field : answer.headers()) {
      // Of an answer without a body, the length is about something else, and passed on.
      if (bodiless || !field.is("Content-Length")) {
        fields.add(field);
      }
    }
    if (!bodiless) {
      fields.add(new HeaderField("Content-Length", Integer.toString(answer.body().length)));
    }
    if (!keepsAlive()) {
      fields.add(new HeaderField("Connection", "close"));
    }
    return Http1Parser.head("HTTP/1.1 " + answer.status() + " " + answer.reason(), fields);
  }

  @Override
  public void awaitGone() {
    try {
      long dropped = in.transferTo(OutputStream.nullOutputStream());
      LOG.debug("The client left after {} more bytes", dropped);
    } catch (IOException e) {
      LOG.debug("The client left", e);
    }
    connection.close();
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public void reset() {
    connection.reset();
  }
}
