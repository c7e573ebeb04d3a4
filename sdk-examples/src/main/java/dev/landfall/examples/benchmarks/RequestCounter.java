package dev.landfall.examples.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import okhttp3.OkHttpClient;
import org.projectnessie.client.http.RequestFilter;

/** Counts the requests of one client. Safe for use by many threads. */
final class RequestCounter {

  private final AtomicLong requests = new AtomicLong();

  /** Makes a client for the SDK whose requests are counted. */
  OkHttpClient okHttp() {
    return new OkHttpClient.Builder()
        .addInterceptor(
            chain -> {
              requests.incrementAndGet();
              return chain.proceed(chain.request());
            })
        .build();
  }

  /** Makes what counts the requests of a nessie-client. */
  RequestFilter filter() {
    return request -> requests.incrementAndGet();
  }

  /** Lets a contestant count what it requests while it is timed. */
  Counted count(Contestant contestant) {
    return new Counted(contestant);
  }

  /** A contestant, and the requests of its operations, what it prepares left out. */
  final class Counted implements Contestant {

    private final Contestant contestant;
    private long operations;
    private long counted;

    private Counted(Contestant contestant) {
      this.contestant = contestant;
    }

    @Override
    public String name() {
      return contestant.name();
    }

    @Override
    public void startRound() throws Exception {
      contestant.startRound();
    }

    @Override
    public void prepare() throws Exception {
      contestant.prepare();
    }

    @Override
    public void run() throws Exception {
      long before = requests.get();
      contestant.run();
      counted += requests.get() - before;
      operations++;
    }

    /** Returns the mean over all operations until now. */
    double requestsPerOperation() {
      return (double) counted / operations;
    }
  }
}
