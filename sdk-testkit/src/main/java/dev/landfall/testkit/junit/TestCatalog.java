package dev.landfall.testkit.junit;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.internal.KeptOpenCatalog;
import dev.landfall.testkit.server.CatalogServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The catalog of one test, with all that stands around it. */
final class TestCatalog {

  /** Where requests were recorded; crashes of a caller over HTTP do not show in what passed. */
  private record Requests(
      Supplier<List<WireRequest>> passed, Supplier<List<WireRequest>> crashed) {}

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  private final Settings settings;
  private final Closing closing = new Closing();
  private final Map<Class<?>, Object> parameters = new HashMap<>();
  private final FaultPlan faults = new FaultPlan();
  private final RecordingListener listener = new RecordingListener();
  private final LandfallClient direct;
  private final Requests requests;

  private TestCatalog(Settings settings) {
    this.settings = settings;
    ManualTime manual = settings.manualTime() ? ManualTime.now() : null;
    TimeSource time = manual == null ? TimeSource.system() : manual;
    Path directory = closing.add(TemporaryDirectory.create()).path();
    try {
      Catalog catalog =
          closing.add(
              DirectoryCatalog.open(
                  directory, DirectoryCatalog.Options.defaults().withClock(time)));
      // What a test closes, or its client, must not end what the history is read from.
      direct = LandfallClient.builder().catalog(new KeptOpenCatalog(catalog)).build();
      direct.createProject(settings.project());
      LandfallClient.Builder builder =
          LandfallClient.builder()
              .retryPolicy(settings.retryPolicy())
              .timeSource(time)
              .listener(listener);
      requests = settings.overHttp() ? serve(catalog, builder) : open(catalog, builder);
      LandfallClient client = closing.add(builder.build());
      provide(LandfallClient.class, client);
      provide(Project.class, client.project(settings.project()));
      provide(FaultPlan.class, faults);
      if (manual != null) {
        provide(ManualTime.class, manual);
      }
    } catch (RuntimeException | Error e) {
      Throwable failure = closing.close();
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }

  static TestCatalog open(Settings settings) {
    return new TestCatalog(settings);
  }

  private Requests open(Catalog catalog, LandfallClient.Builder builder) {
    FaultLine line = closing.add(FaultLine.inProcess(faults, settings.callTimeout()));
    builder.catalog(line.before(new KeptOpenCatalog(catalog)));
    provide(FaultLine.class, line);
    return new Requests(line::requests, List::of);
  }

  private Requests serve(Catalog catalog, LandfallClient.Builder builder) {
    CatalogServer server =
        closing.add(
            CatalogServer.builder(new KeptOpenCatalog(catalog))
                .requestLog(false)
                .stopTimeout(STOP_TIMEOUT)
                .start());
    FaultProxy proxy = closing.add(FaultProxy.start(server.uri(), faults));
    FaultLine line = closing.add(FaultLine.beforeProxy(faults));
    builder
        .uri(proxy.uri())
        .http(
            HttpOptions.builder()
                .connectTimeout(settings.callTimeout())
                .idleTimeout(settings.callTimeout())
                .callTimeout(settings.callTimeout())
                .build())
        .decorateCatalog(line::before);
    provide(CatalogServer.class, server);
    provide(FaultProxy.class, proxy);
    provide(URI.class, proxy.uri());
    return new Requests(
        proxy::requests,
        () -> line.requests().stream().filter(call -> call.fault().isPresent()).toList());
  }

  private <T> void provide(Class<T> type, T value) {
    parameters.put(type, value);
  }

  Optional<Object> parameter(Class<?> type) {
    return Optional.ofNullable(parameters.get(type));
  }

  /** Fails if a planned fault has not happened, unless that is allowed. */
  @Nullable AssertionError unhappened() {
    if (settings.lenient()) {
      return null;
    }
    try {
      faults.assertAllHappened();
      return null;
    } catch (AssertionError e) {
      return e;
    }
  }

  String history(String test) {
    return new History("Landfall: what happened in " + test)
        .branches(direct)
        .requests("Requests to the catalog", requests.passed().get())
        .requestsIfAny("Simulated crashes", requests.crashed().get())
        .linesIfAny("Planned faults that did not happen", faults.pending())
        .lines("Reports of the client", listener.reports())
        .toString();
  }

  /** Closes all of it and removes its files; returns what went wrong with that. */
  @Nullable Throwable close() {
    return closing.close();
  }
}
