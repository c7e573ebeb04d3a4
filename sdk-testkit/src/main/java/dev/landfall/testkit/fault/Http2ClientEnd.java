package dev.landfall.testkit.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/** The client's end of one exchange over HTTP/2: one stream, read and written by blocking calls. */
final class Http2ClientEnd implements ClientEnd, Stream.Listener {

  private final ClientConnection connection;
  private final Stream stream;
  private final RequestHead head;
  private final Monitor monitor = new Monitor();
  private boolean bodyEnded;
  private boolean available;
  private boolean broken;

  Http2ClientEnd(
      ClientConnection connection, Stream stream, RequestHead head, boolean withoutBody) {
    this.connection = connection;
    this.stream = stream;
    this.head = head;
    this.bodyEnded = withoutBody;
  }

  @Override
  public byte[] readBody() throws IOException, InterruptedException {
    askForBody();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (!bodyEnded) {
      body.write(readFrame());
    }
    return body.toByteArray();
  }

  @Override
  public byte[] readPartOfBody() throws IOException, InterruptedException {
    askForBody();
    byte[] first = bodyEnded ? new byte[0] : readFrame();
    return Arrays.copyOf(first, first.length / 2);
  }

  private void askForBody() throws IOException, InterruptedException {
    if (head.waitsToBeAskedForBody()) {
      send(new MetaData.Response(100, null, HttpVersion.HTTP_2, HttpFields.EMPTY), false);
    }
  }

  private byte[] readFrame() throws IOException, InterruptedException {
    Stream.Data data = stream.readData();
    while (data == null) {
      monitor.change(() -> available = false);
      stream.demand();
      monitor.await(() -> available || broken);
      if (monitor.get(() -> broken)) {
        throw new IOException("The client left in a body");
      }
      data = stream.readData();
    }
    try {
      ByteBuffer content = data.frame().getByteBuffer();
      byte[] bytes = new byte[content.remaining()];
      content.get(bytes);
      bodyEnded = data.frame().isEndStream();
      return bytes;
    } finally {
      data.release();
    }
  }

  @Override
  public void answer(ServerAnswer answer) throws IOException, InterruptedException {
    byte[] body = answer.body();
    sendHead(answer, body.length == 0);
    if (body.length > 0) {
      send(body, true);
    }
  }

  @Override
  public void cutAnswer(ServerAnswer answer) throws IOException, InterruptedException {
    byte[] body = answer.body();
    sendHead(answer, false);
    if (body.length > 0) {
      send(Arrays.copyOf(body, body.length / 2), false);
    }
    connection.close();
  }

  private void sendHead(ServerAnswer answer, boolean last)
      throws IOException, InterruptedException {
    HttpFields.Mutable fields = HttpFields.build();
    boolean bodiless = ServerAnswer.hasNoBody(head.method(), answer.status());
    for (HeaderField field : answer.headers()) {
      if (bodiless || !field.is("Content-Length")) {
        fields.add(field.name(), field.value());
      }
    }
    if (!bodiless) {
      fields.add("Content-Length", Integer.toString(answer.body().length));
    }
    send(new MetaData.Response(answer.status(), null, HttpVersion.HTTP_2, fields), last);
  }

  private void send(MetaData.Response answerHead, boolean last)
      throws IOException, InterruptedException {
    await(stream.headers(new HeadersFrame(stream.getId(), answerHead, null, last)));
  }

  private void send(byte[] bytes, boolean last) throws IOException, InterruptedException {
    await(stream.data(new DataFrame(stream.getId(), ByteBuffer.wrap(bytes), last)));
  }

  private static void await(CompletableFuture<Stream> sent)
      throws IOException, InterruptedException {
    try {
      sent.get();
    } catch (ExecutionException e) {
      throw new IOException("The client left before it had its answer", e.getCause());
    }
  }

  @Override
  public void awaitGone() throws InterruptedException {
    monitor.await(() -> broken);
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public void reset() {
    connection.reset();
  }

  /** Ends what waits for the client: the stream, or its connection, is at its end. */
  void breakOff() {
    monitor.change(() -> broken = true);
  }

  @Override
  public void onDataAvailable(Stream ofThis) {
    monitor.change(() -> available = true);
  }

  @Override
  public void onReset(Stream ofThis, ResetFrame frame, Callback callback) {
    breakOff();
    callback.succeeded();
  }

  @Override
  public void onFailure(
      Stream ofThis, int error, String reason, Throwable failure, Callback callback) {
    breakOff();
    callback.succeeded();
  }
}
