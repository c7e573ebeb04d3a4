package dev.landfall.internal.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import dev.landfall.okhttp.OkHttpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether sending had begun when a call failed, which decides between "failed" and "unknown". */
@Timeout(30)
class SendingTest {

  private final ScriptedServer server = new ScriptedServer();
  private final PublishRequest request = AnswersOfPublishTest.request();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRefusedConnectionSentNothing() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }

    assertThat(failure(URI.create("http://127.0.0.1:" + port)).mayHaveBeenSent()).isFalse();
  }

  @Test
  void aHostThatCannotBeResolvedSentNothing() {
    assertThat(failure(URI.create("http://no-such-host.invalid")).mayHaveBeenSent()).isFalse();
  }

  @Test
  void aConnectionThatClosesAfterTheRequestMayHaveSentIt() {
    server.next(exchange -> {});

    assertThat(failure(server.uri()).mayHaveBeenSent()).isTrue();
    assertThat(server.received()).hasSize(1);
  }

  @Test
  void aCallThatTakesTooLongMayHaveBeenSent() {
    server.next(exchange -> SECONDS.sleep(30));
    HttpOptions quick = HttpOptions.builder().callTimeout(Duration.ofMillis(200)).build();

    assertThat(failure(server.uri(), quick).mayHaveBeenSent()).isTrue();
  }

  @Test
  void aClosedClientSendsNothing() {
    HttpCatalog catalog = HttpCatalog.at(server.uri(), HttpOptions.defaults());
    catalog.close();
    catalog.close();

    assertThat(failure(catalog).mayHaveBeenSent()).isFalse();
    assertThat(server.received()).isEmpty();
  }

  @Test
  void anInterruptEndsTheWaitAtOnceAndStaysSet() throws InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    server.next(
        exchange -> {
          arrived.countDown();
          SECONDS.sleep(30);
        });
    AtomicReference<UnavailableException> thrown = new AtomicReference<>();
    AtomicReference<Boolean> flag = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              thrown.set(failure(server.uri()));
              flag.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    assertThat(arrived.await(10, SECONDS)).isTrue();

    caller.interrupt();
    caller.join(10_000);

    assertThat(caller.isAlive()).isFalse();
    assertThat(thrown.get().mayHaveBeenSent()).isTrue();
    assertThat(flag.get()).isTrue();
  }

  @Test
  void anInterceptorCannotSendABodyTwice() {
    server.next(503, "").next(503, "");
    OkHttpClient own =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  chain.proceed(chain.request()).close();
                  return chain.proceed(chain.request());
                })
            .build();
    HttpOptions options = HttpOptions.builder().transport(OkHttpTransport.of(own)).build();

    assertThat(failure(server.uri(), options)).hasMessageContaining("second time");
    assertThat(server.received())
        .extracting(ScriptedServer.Received::body)
        .filteredOn(body -> !body.isEmpty())
        .hasSize(1);
  }

  @Test
  void theOwnClientsListenerAndPoolAreUsedAndItIsLeftAsItIs() {
    server.next(200, "{}");
    List<String> events = new CopyOnWriteArrayList<>();
    OkHttpClient own =
        new OkHttpClient.Builder()
            .eventListener(
                new EventListener() {
                  @Override
                  public void callStart(Call call) {
                    events.add("start");
                  }
                })
            .build();
    HttpOptions options = HttpOptions.builder().transport(OkHttpTransport.of(own)).build();

    try (HttpCatalog catalog = HttpCatalog.at(server.uri(), options)) {
      assertThat(catchThrowable(() -> catalog.publish(request)))
          .isInstanceOf(ProtocolException.class);
    }

    assertThat(events).containsExactly("start");
    assertThat(own.retryOnConnectionFailure()).isTrue();
    assertThat(own.connectionPool().connectionCount()).isEqualTo(1);
    assertThat(own.dispatcher().executorService().isShutdown()).isFalse();
  }

  private UnavailableException failure(URI address) {
    return failure(address, HttpOptions.defaults());
  }

  private UnavailableException failure(URI address, HttpOptions options) {
    try (HttpCatalog catalog = HttpCatalog.at(address, options)) {
      return failure(catalog);
    }
  }

  private UnavailableException failure(HttpCatalog catalog) {
    return catchThrowableOfType(UnavailableException.class, () -> catalog.publish(request));
  }
}
