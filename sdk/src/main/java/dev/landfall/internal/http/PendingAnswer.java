package dev.landfall.internal.http;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * The answer of one call, which its caller waits for. A caller that is interrupted gives the call
 * up at once, which a thread that reads from a socket could not.
 */
final class PendingAnswer implements Callback {

  /** More than this is no answer of a catalog, which keeps its pages far shorter. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private final CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();

  /**
   * Sends a call and waits for its whole answer.
   *
   * @throws IOException if there is none
   * @throws InterruptedException if the caller was interrupted; the call was cancelled
   */
  static HttpAnswer await(Call call) throws IOException, InterruptedException {
    PendingAnswer pending = new PendingAnswer();
    call.enqueue(pending);
    try {
      return pending.answer.get();
    } catch (InterruptedException e) {
      call.cancel();
      throw e;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(cause.getMessage(), cause);
    }
  }

  @Override
  public void onFailure(Call call, IOException e) {
    answer.completeExceptionally(e);
  }

  @Override
  public void onResponse(Call call, Response response) {
    try (response) {
      answer.complete(new HttpAnswer(response.code(), response.headers(), read(response)));
    } catch (Throwable e) {
      // The caller waits in another thread; whatever happens here happens to it.
      answer.completeExceptionally(e);
    }
  }

  private static byte[] read(Response response) throws IOException {
    BufferedSource source = response.body().source();
    if (source.request(MAX_BYTES + 1L)) {
      throw new IOException("The answer is longer than " + MAX_BYTES + " bytes");
    }
    return source.readByteArray();
  }
}
