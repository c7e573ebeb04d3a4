package dev.landfall.internal.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections to PostgreSQL that end in the middle, and processes that die with theirs. */
@Timeout(180)
class LostConnectionTest {

  @TempDir Path directory;
  private final AtomicReference<@Nullable Step> killing = new AtomicReference<>();
  private final Gate gate = new Gate();
  private final QueueingThreads threads = new QueueingThreads();
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(TestStore.POSTGRES, directory, this::reached);
  }

  @AfterEach
  void close() throws Exception {
    gate.open();
    threads.close();
    lake.close();
  }

  /** Lets the server end the connection at the step that is set, once. */
  private void reached(Step step, Connection connection) throws SQLException {
    gate.reached(step, connection);
    if (killing.compareAndSet(step, null)) {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
        row.next();
        TestPostgres.execute("SELECT pg_terminate_backend(" + row.getInt(1) + ", 10000)");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BEGUN", "CHECKED", "COMMIT_WRITTEN", "POINTERS_WRITTEN", "SEQUENCE_WRITTEN"})
  void beforeTheDatabaseCommitNothingIsLostAndTheWriterGoesOn(Step step) {
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    killing.set(step);

    PublishAnswer answer = publishTwiceIfNeedBe(request);

    assertThat(Lake.landed(answer).id().value()).isEqualTo(request.sha256());
    assertThat(lake.log(lake.main().head().id(), 10)).hasSize(2);
  }

  /** A loss that shows at the database commit only is unknown, all others are made good for. */
  private PublishAnswer publishTwiceIfNeedBe(PublishRequest request) {
    try {
      return lake.catalog.publish(request);
    } catch (UnavailableException e) {
      assertThat(e.mayHaveBeenSent()).isTrue();
      assertThat(find(request)).isEmpty();
      return lake.catalog.publish(request);
    }
  }

  @Test
  void atTheDatabaseCommitItIsUnknownAndSettledByLookingItUp() {
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    killing.set(Step.COMMIT_ISSUED);

    UnavailableException failure =
        catchThrowableOfType(UnavailableException.class, () -> lake.catalog.publish(request));

    assertThat(failure.mayHaveBeenSent()).isTrue();
    assertThat(failure).hasMessageContaining("look the operation up");
    assertThat(find(request)).isEmpty();
    Lake.landed(lake.catalog.publish(request));
  }

  @Test
  void inTheMiddleOfABatchEachMemberHasItsOwnOutcome() throws Exception {
    List<PublishRequest> requests = lake.requestsOnBranches(5);
    Future<PublishAnswer> leader = threads.lead(lake, gate);
    List<Future<PublishAnswer>> answers = threads.queue(lake, requests);
    killing.set(Step.OPERATION_WRITTEN);
    gate.open();

    Lake.landed(leader.get(30, SECONDS));
    for (int i = 0; i < requests.size(); i++) {
      CommitInfo landed = Lake.landed(answers.get(i).get(30, SECONDS));
      assertThat(landed.id().value()).isEqualTo(requests.get(i).sha256());
      assertThat(lake.log(lake.branch("b" + i).head().id(), 10)).hasSize(2);
    }
  }

  @Test
  void idleConnectionsThatDiedAreReplacedUnnoticed() throws Exception {
    lake.land("main", lake.creating("a"));
    TestPostgres.execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            + " WHERE application_name = 'landfall'");

    assertThat(lake.tableNames(lake.main().head().id())).containsExactly("a");
    lake.land("main", lake.creating("b"));
    assertThat(lake.tableNames(lake.main().head().id())).containsExactly("a", "b");
  }

  /** The property {@code landfall.crash.rounds} asks for more of them. */
  @Test
  @Timeout(1200)
  void b18NoAcknowledgedHeadIsLostToSigkillOfOneOfTwoProcesses() throws Exception {
    int rounds = Integer.getInteger("landfall.crash.rounds", 6);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> printed = new ArrayList<>();
    try (ChildJvm other = start("forever")) {
      for (int round = 0; round < rounds; round++) {
        try (ChildJvm victim = start("forever")) {
          printed.addAll(read(victim, 1 + random.nextInt(60)));
          printed.addAll(victim.kill());
        }
        printed.addAll(read(other, 1 + random.nextInt(20)));
      }
      printed.addAll(other.kill());
    }
    requireNothingLost(printed, "seed " + seed);
  }

  @Test
  void twoProcessesThatResumeOneRequestMakeOneCommit() throws Exception {
    for (int round = 0; round < 3; round++) {
      PublishRequest request = lake.request(lake.main(), lake.creating("t" + round));
      Path file = Files.write(directory.resolve("request" + round), request.bytes());
      assertThat(CommitContentCodec.decode(request.bytes())).isEqualTo(request.content());
      try (ChildJvm one = start("resume", file.toString());
          ChildJvm two = start("resume", file.toString())) {
        assertThat(List.of(one.line(), two.line())).containsOnly("ready");
        one.send('\n');
        two.send('\n');
        assertThat(List.of(one.line(), two.line()))
            .containsExactlyInAnyOrder(request.sha256() + " false", request.sha256() + " true");
        assertThat(List.of(one.await(), two.await())).containsOnly(0);
      }
      assertThat(lake.log(lake.main().head().id(), 10)).hasSize(round + 2);
    }
  }

  private ChildJvm start(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(TestPostgres.catalog(directory).toString()));
    all.addAll(List.of(arguments));
    return ChildJvm.start(SharingChild.class, all.toArray(String[]::new));
  }

  private static List<String> read(ChildJvm child, int lines) throws IOException {
    List<String> read = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      String line = child.line();
      assertThat(line).as("the child ended by itself after " + read).isNotNull();
      read.add(line);
    }
    return read;
  }

  private void requireNothingLost(List<String> printed, String seed) {
    List<CommitInfo> log = lake.log(lake.main().head().id(), 1000);
    List<CommitId> history = log.stream().map(CommitInfo::id).toList();
    assertThat(history).as(seed).doesNotHaveDuplicates().hasSizeGreaterThan(2);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).as(seed).contains(history.get(i + 1));
    }
    int landed = 1;
    for (String line : printed) {
      String[] words = line.split(" ");
      if (words[0].equals("at") && words[1].length() == 64) {
        assertThat(history).as(seed).contains(new CommitId(words[1]));
      } else if (words.length == 3 && words[2].length() == 64) {
        Optional<CommitInfo> found =
            lake.catalog.findOperation(Lake.PROJECT, OperationId.of(words[1]), words[2]);
        landed += found.isPresent() ? 1 : 0;
        assertThat(found.isPresent()).as(seed).isEqualTo(history.contains(new CommitId(words[2])));
      }
    }
    assertThat(landed).as(seed).isEqualTo(history.size());
    assertThat(lake.tables(history.get(0), 100)).as(seed).hasSize(history.size() - 1);
  }

  private Optional<CommitInfo> find(PublishRequest request) {
    return lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256());
  }
}
