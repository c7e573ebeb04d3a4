package dev.landfall.internal.http;

import dev.landfall.config.HttpOptions;
import dev.landfall.okhttp.OkHttpTransport;
import java.net.Proxy;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.Authenticator;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** Makes okhttp clients that never send a request twice by themselves. */
final class OkHttpClients {

  /** Every call has a caller that waits for it, so the callers are the limit. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private OkHttpClients() {}

  static OkHttpClient of(HttpOptions options) {
    OkHttpClient own =
        options.transport().map(OkHttpTransport::client).orElseGet(OkHttpClients::withDefaults);
    EventListener.Factory listeners = own.eventListenerFactory();
    OkHttpClient.Builder builder =
        own.newBuilder()
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .authenticator(Authenticator.NONE)
            .cache(null)
            .socketFactory(new NoDelaySockets(own.socketFactory()))
            .addNetworkInterceptor(RetryAfter::keepFromOkHttp)
            .dispatcher(dispatcher())
            .eventListenerFactory(call -> SendProbe.listen(call, listeners));
    IdleConnections.check(builder);
    setTimeouts(builder, options, own);
    options.trustStore().ifPresent(store -> trust(builder, store));
    options.proxy().ifPresent(address -> builder.proxy(new Proxy(Proxy.Type.HTTP, address)));
    if (options.http2PriorKnowledge()) {
      builder.protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
    }
    return builder.build();
  }

  private static OkHttpClient withDefaults() {
    return new OkHttpClient.Builder()
        .connectTimeout(HttpOptions.DEFAULT_CONNECT_TIMEOUT)
        .readTimeout(HttpOptions.DEFAULT_IDLE_TIMEOUT)
        .writeTimeout(HttpOptions.DEFAULT_IDLE_TIMEOUT)
        .build();
  }

  private static void setTimeouts(
      OkHttpClient.Builder builder, HttpOptions options, OkHttpClient own) {
    options.connectTimeout().ifPresent(builder::connectTimeout);
    options.idleTimeout().ifPresent(idle -> builder.readTimeout(idle).writeTimeout(idle));
    // okhttp has no limit on a whole call by default; an attempt without an end is never repeated.
    Duration otherwise =
        own.callTimeoutMillis() == 0
            ? HttpOptions.DEFAULT_CALL_TIMEOUT
            : Duration.ofMillis(own.callTimeoutMillis());
    builder.callTimeout(options.callTimeout().orElse(otherwise));
  }

  private static void trust(OkHttpClient.Builder builder, KeyStore store) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager x509) {
          SSLContext context = SSLContext.getInstance("TLS");
          context.init(null, new TrustManager[] {x509}, null);
          builder.sslSocketFactory(context.getSocketFactory(), x509);
          return;
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("The trust store cannot be used; check its content", e);
    }
    throw new IllegalStateException("This Java platform has no trust manager for X.509");
  }

  private static Dispatcher dispatcher() {
    Dispatcher dispatcher = new Dispatcher(executor());
    dispatcher.setMaxRequests(NO_LIMIT);
    dispatcher.setMaxRequestsPerHost(NO_LIMIT);
    return dispatcher;
  }

  private static ExecutorService executor() {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory threads =
        task -> {
          Thread thread = new Thread(task, "landfall-http-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
  }
}
