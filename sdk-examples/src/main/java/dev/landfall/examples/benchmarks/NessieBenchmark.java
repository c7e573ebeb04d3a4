package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.config.HttpOptions;
import dev.landfall.examples.process.ServerProcess;
import dev.landfall.okhttp.OkHttpTransport;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.http.NessieHttpClientBuilder;

/**
 * Publishes the next versions of one table, and of ten, to a Nessie server: by the SDK, and by a
 * commit of Nessie's own client. Both find the metadata files written.
 */
final class NessieBenchmark {

  private final Path directory;
  private final int operationsPerBlock;
  private final int warmUps;
  private final int rounds;

  NessieBenchmark(Path directory, boolean quick) {
    this.directory = directory;
    this.operationsPerBlock = quick ? 3 : 30;
    this.warmUps = quick ? 1 : 10;
    this.rounds = quick ? 2 : 15;
  }

  void run() throws Exception {
    System.out.printf(
        Locale.ROOT,
        "Publish of tables whose metadata files are written; %d interleaved rounds of %d after %d;"
            + " p50 and p99 of all operations, median of the rounds' medians [min-max]%n",
        rounds,
        operationsPerBlock,
        warmUps);
    RequestCounter own = new RequestCounter();
    RequestCounter peer = new RequestCounter();
    try (ServerProcess server =
            ServerProcess.nessie(Files.createTempFile(directory, "nessie", ""));
        LandfallClient client =
            LandfallClient.builder()
                .uri(URI.create("nessie+" + server.uri()))
                .warehouse(directory.resolve("warehouse").toAbsolutePath())
                .http(HttpOptions.builder().transport(OkHttpTransport.of(own.okHttp())).build())
                .build();
        NessieApiV2 api =
            NessieClientBuilder.createClientBuilder(null, null)
                .asInstanceOf(NessieHttpClientBuilder.class)
                .addRequestFilter(peer.filter())
                .withUri(server.uri())
                .build(NessieApiV2.class)) {
      compare("one table", 1, client, own, api, peer);
      compare("ten tables", 10, client, own, api, peer);
    }
  }

  private void compare(
      String what,
      int tables,
      LandfallClient client,
      RequestCounter own,
      NessieApiV2 api,
      RequestCounter peer)
      throws Exception {
    LandfallInNessie publisher =
        LandfallInNessie.create(
            "Landfall, files synced and published",
            client.createProject("bench-" + tables),
            tables,
            false);
    LandfallInNessie frozen =
        LandfallInNessie.create(
            "Landfall, frozen before", client.createProject("frozen-" + tables), tables, true);
    BranchHead older = publisher.head();
    publisher.prepare();
    publisher.run();
    BranchHead newer = publisher.head();
    report(
        what,
        List.of(
            own.count(publisher),
            own.count(frozen),
            peer.count(
                NessieClientCommits.create(
                    "nessie-client commit", api, false, tables, older, newer)),
            peer.count(
                NessieClientCommits.create(
                    "nessie-client read and commit", api, true, tables, older, newer))));
  }

  private void report(String what, List<RequestCounter.Counted> contestants) throws Exception {
    List<Contest.Result> results =
        new Contest(contestants, operationsPerBlock).run(warmUps, rounds);
    double own = results.get(0).operationMillis().p50();
    TextTable table =
        new TextTable(
            what, "p50 ms", "p99 ms", "medians ms", "requests per publish", "it / Landfall, p50");
    for (int i = 0; i < results.size(); i++) {
      Contest.Result result = results.get(i);
      table.add(
          result.name(),
          Spread.number(result.operationMillis().p50()),
          Spread.number(result.operationMillis().p99()),
          result.wallMillis().toString(),
          Spread.number(contestants.get(i).requestsPerOperation()),
          Spread.number(result.operationMillis().p50() / own));
    }
    System.out.println();
    System.out.print(table);
  }
}
