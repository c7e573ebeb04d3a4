package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.FrozenCommit;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.nessie.Kill.Moment;
import dev.landfall.testkit.nessie.Kill.Rival;
import dev.landfall.testkit.nessie.Kill.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Every kill of one kind of work: at each request that an undisturbed publish makes. */
record KillMatrix(Work work, NessieLake lake) {

  /** What differs from one lake and publish to the next. */
  private static final String CHANGING = "@[0-9a-f]{64}|@?[?].*|\\d+-[0-9a-f-]{36}";

  /** Publishes once, undisturbed, and lists the kills. */
  List<Kill> kills(Path home) throws Exception {
    List<WireRequest> requests = publish(home);
    int decisive = decisive(requests);
    List<Kill> kills = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      WireRequest request = requests.get(i);
      String words =
          request.method()
              + " "
              + request.path().replace(lake.name, "p").replaceAll(CHANGING, "...");
      for (Moment moment : Moment.values()) {
        for (Rival rival : Rival.values()) {
          if (matters(moment, request) && matters(rival)) {
            kills.add(new Kill(work, i + 1, words, decisive, moment, rival));
          }
        }
      }
    }
    return kills;
  }

  /** Starts the process, and lets happen what comes before its publish. */
  static PublishingProcess start(NessieLake lake, Work work, Path home) throws Exception {
    boolean later = work == Work.LATER_COMMIT;
    PublishingProcess process = PublishingProcess.start(lake, home, later);
    if (later) {
      assertThat(process.await("earlier")).isEqualTo(lake.foreign.head(lake.main()));
      lake.foreign.commitTo(lake.main());
    }
    process.await("ready");
    return process;
  }

  private List<WireRequest> publish(Path home) throws Exception {
    try (PublishingProcess process = start(lake, work, home)) {
      FrozenCommit commit = lake.fiveOrdersAndLabels(work == Work.RELEASE);
      int before = lake.proxy.requests().size();
      process.publish(commit);
      String head = process.await("published");
      assertThat(lake.commitsOf(commit))
          .singleElement()
          .satisfies(landed -> assertThat(landed.id()).hasToString(head));
      return lake.proxy.requests().stream().skip(before).toList();
    }
  }

  private int decisive(List<WireRequest> requests) {
    int[] all =
        IntStream.range(0, requests.size())
            .filter(i -> lake.isAssign().or(lake.isCommitToMain()).test(requests.get(i)))
            .toArray();
    assertThat(all).as("Requests that move the branch, of %s", requests).hasSize(1);
    return all[0] + 1;
  }

  /** That a read arrives changes nothing. */
  private static boolean matters(Moment moment, WireRequest request) {
    boolean reads = request.method().equals("GET") || request.path().endsWith("/contents");
    return moment == Moment.BEFORE || !reads;
  }

  /** To what compares the whole head, all rivals are alike. */
  private boolean matters(Rival rival) {
    return rival != Rival.SAME_TABLE || work == Work.RELEASE;
  }
}
