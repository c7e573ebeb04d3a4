package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.config.StorageOptions;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.ManualTime;
import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.Hold;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.CatalogServer;
import dev.landfall.testkit.server.ServedLake;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/** A client that has the address of a catalog and a token, and is told the way to the storage. */
@ExtendWith(WithS3.class)
class StorageAccessTest {

  private static final String TOKEN = "catalog-token";

  private final ManualTime time = ManualTime.now();
  private final FaultPlan faults = new FaultPlan();
  @TempDir private Path directory;
  private S3Gate gate;
  private KeyIssuer issuer;
  private CatalogServer server;
  private FaultProxy proxy;
  private final List<LandfallClient> clients = new ArrayList<>();

  @BeforeEach
  void serve(S3Server s3) throws Exception {
    time.advanceOnSleep();
    gate = new S3Gate(s3.endpoint());
    issuer = new KeyIssuer(gate, time);
    server =
        CatalogServer.builder(directory)
            .warehouse("s3://" + s3.newBucket() + "/lake")
            .storage(S3Lake.storage(s3.endpoint()))
            .storageAccess(issuer)
            .token(TOKEN)
            .start();
    proxy = FaultProxy.start(server.uri(), faults);
  }

  @AfterEach
  void close() {
    clients.forEach(LandfallClient::close);
    proxy.close();
    server.close();
    gate.close();
    faults.assertAllHappened();
  }

  @Test
  void nothingButTheAddressAndATokenIsNeeded() throws Exception {
    Project project = lake(StorageOptions.defaults());

    S3Lake.requireLanded(ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish());

    assertThat(keys()).containsExactly(KeyIssuer.key(1));
    assertThat(issuer.asked).hasValue(1);
  }

  @Test
  void ownSettingsWinNameByNameAndAKeyIsOneOfThem() throws Exception {
    S3Gate.Key own = new S3Gate.Key("own", "");
    gate.accept(own, () -> true);
    for (StorageOptions options :
        List.of(
            StorageOptions.defaults().withS3Credentials("own", "secret"),
            StorageOptions.defaults()
                .with("client.credentials-provider", OwnKeys.class.getName()))) {
      requireWorks(client(options).createProject("p" + clients.size()));
      assertThat(keys()).as("the address is the catalog's").containsExactly(own);
    }
    Project elsewhere = client(StorageOptions.defaults().withS3Endpoint(proxy.uri())).project("p1");
    assertThatThrownBy(() -> elsewhere.branch("main").table("orders").rows().count())
        .isInstanceOf(RuntimeException.class);
    assertThat(keys()).as("the address is one's own").containsExactly(own);
  }

  /** As an application names its own source of keys. */
  public static final class OwnKeys implements AwsCredentialsProvider {
    private OwnKeys() {}

    /** Called by Iceberg. */
    public static OwnKeys create() {
      return new OwnKeys();
    }

    @Override
    public AwsCredentials resolveCredentials() {
      return AwsBasicCredentials.create("own", "secret");
    }
  }

  @Test
  void aKeyIsRenewedBeforeItExpiresAndWhatIsUnderWayGoesOn() throws Exception {
    Project project = lake(StorageOptions.defaults());
    Commit begun = ServedLake.fiveOrdersAndLabels(project, project.branch("main"));
    time.advance(KeyIssuer.LIFETIME.minusMinutes(6));
    assertThat(readOrders(project)).isEqualTo(10);
    assertThat(issuer.issued).as("six minutes before its end").hasValue(1);

    time.advance(Duration.ofMinutes(2));
    Table more = begun.head().table("orders").append(Rows.of(ServedLake.orders(20, 1)));
    assertThat(more.rows().count()).isEqualTo(11);

    assertThat(issuer.issued).as("four minutes before its end").hasValue(2);
    time.advance(Duration.ofMinutes(10));
    S3Lake.requireLanded(begun.publish());
    assertThat(keys()).containsExactlyInAnyOrder(KeyIssuer.key(1), KeyIssuer.key(2));
  }

  @Test
  void aKeyThatCannotBeRenewedIsUsedToItsEnd() throws Exception {
    Project project = lake(StorageOptions.defaults());
    issuer.fail(true);
    time.advance(KeyIssuer.LIFETIME.minusMinutes(4));

    BranchHead head = ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish();

    S3Lake.requireLanded(head);
    assertThat(keys()).containsExactly(KeyIssuer.key(1));
    assertThat(issuer.asked).as("asked again, but not for each file").hasValueBetween(2, 20);
    time.advance(Duration.ofMinutes(5));
    assertThatThrownBy(() -> ServedLake.fiveOrdersAndLabels(project, head.release()).freeze())
        .satisfies(e -> assertThat(texts(e)).noneMatch(text -> text.contains(KeyIssuer.SECRET)));
    assertThat(project.branch("main").commitId()).isEqualTo(head.commitId());

    issuer.fail(false);
    assertThat(
            project
                .branch("main")
                .commit()
                .createTable("more", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                .publish()
                .tables())
        .hasSize(3);
  }

  @Test
  void aKeyThatS3TakesForExpiredIsReplacedOnce() throws Exception {
    Project project = lake(StorageOptions.defaults());
    issuer.revoke();

    S3Lake.requireLanded(ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish());

    assertThat(keys()).contains(KeyIssuer.key(2));
  }

  @Test
  void aWriteThatIsRefusedWithTheNewKeyTooIsDefinite() throws Exception {
    Project project = lake(StorageOptions.defaults());
    BranchHead main = project.branch("main");
    Table orders = main.table("orders");
    assertThat(orders.rows().count()).isEqualTo(10);
    issuer.revokeAll();

    Throwable failure =
        catchThrowable(
            () ->
                main.commit()
                    .createTable("late", project.writeTable(Rows.of(ServedLake.orders(0, 1))))
                    .freeze());

    assertThat(failure)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("Cannot store file 's3://")
        .hasMessageContaining("ExpiredToken")
        .hasMessageContaining("write the rows again");
    assertThat(texts(failure)).noneMatch(text -> text.contains(KeyIssuer.SECRET));
    assertThat(project.branch("main").commitId()).isEqualTo(main.commitId());
  }

  @Test
  void manyThreadsAskOnce() throws Exception {
    lake(StorageOptions.defaults());
    BranchHead head = client(StorageOptions.defaults()).project("demo").branch("main");
    int before = proxy.requests().size();
    Hold hold = faults.on(StorageAccessTest::isForAccess).first().holdAnswer();
    List<FutureTask<Long>> reads =
        Stream.generate(() -> new FutureTask<>(() -> head.table("orders").rows().count()))
            .limit(8)
            .toList();
    List<Thread> threads = reads.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    hold.awaitArrival(Duration.ofSeconds(20));
    await().until(() -> threads.stream().allMatch(thread -> isWaiting(thread.getState())));

    hold.release();

    for (FutureTask<Long> read : reads) {
      assertThat(read.get()).isEqualTo(10);
    }
    List<WireRequest> all = proxy.requests();
    assertThat(all.subList(before, all.size()).stream().filter(StorageAccessTest::isForAccess))
        .hasSize(1);
  }

  @Test
  void theQuestionIsRepeatedAsReadsAre() throws Exception {
    faults.on(StorageAccessTest::isForAccess).first().applyThenDropAnswer();

    requireWorks(lake(StorageOptions.defaults()));

    assertThat(issuer.asked).hasValue(2);
  }

  @Test
  void whoCannotAskIsToldBeforeAnythingIsFrozen() throws Exception {
    Project project = lake(StorageOptions.defaults());
    issuer.fail(true);
    LandfallClient second =
        LandfallClient.builder()
            .uri(proxy.uri())
            .http(http())
            .retryPolicy(RetryPolicy.none())
            .timeSource(time)
            .build();
    clients.add(second);

    assertThatThrownBy(() -> ServedLake.fiveOrdersAndLabels(project(second), main(second)))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("503")
        .hasMessageContaining("access to the storage")
        .satisfies(e -> assertThat(texts(e)).noneMatch(text -> text.contains(KeyIssuer.SECRET)));
    assertThat(readOrders(project)).as("who has a key already").isEqualTo(10);
  }

  @Test
  void aClientWithItsFilesOnTheLocalDiskNeverAsks(@TempDir Path disk) throws Exception {
    try (CatalogServer local =
            CatalogServer.builder(disk).storageAccess(issuer).token(TOKEN).start();
        LandfallClient client = LandfallClient.builder().uri(local.uri()).http(http()).build()) {
      requireWorks(client.createProject("demo"));
    }
    assertThat(issuer.asked).hasValue(0);
  }

  @Test
  void aCatalogThatDoesNotTellIsAskedOnceAndAllIsAsItIsWithoutIt(S3Server s3, @TempDir Path other)
      throws Exception {
    gate.accept(new S3Gate.Key("key", ""), () -> true);
    try (CatalogServer silent =
            CatalogServer.builder(other)
                .warehouse("s3://" + s3.newBucket() + "/lake")
                .storage(S3Lake.storage(s3.endpoint()))
                .start();
        FaultProxy way = FaultProxy.start(silent.uri(), faults)) {
      // One that says so, and one that is older than the question.
      faults
          .on(StorageAccessTest::isForAccess)
          .nth(2)
          .answer(
              CannedAnswer.of(404)
                  .withHeader("Content-Type", "application/json")
                  .withBody(
                      "{\"error\":{\"code\":\"not-found\",\"message\":\"no path\","
                          + "\"requestId\":\"1\"}}"));
      for (String name : List.of("demo", "other")) {
        try (LandfallClient client =
            LandfallClient.builder()
                .uri(way.uri())
                .storage(S3Lake.storage(gate.endpoint()))
                .build()) {
          requireWorks(client.createProject(name));
        }
      }
      assertThat(way.requests().stream().filter(StorageAccessTest::isForAccess)).hasSize(2);
    }
    assertThat(keys()).containsExactly(new S3Gate.Key("key", ""));
  }

  @Test
  void aSavedCommitHoldsNoKey() throws Exception {
    Project project = lake(StorageOptions.defaults());
    FrozenCommit commit = ServedLake.fiveOrdersAndLabels(project, project.branch("main")).freeze();

    assertThat(commit.save().toJson()).doesNotContain(KeyIssuer.SECRET, "key-1");
  }

  /** Makes the project demo with its ten orders. */
  private Project lake(StorageOptions options) throws Exception {
    Project project = client(options).createProject("demo");
    createOrders(project);
    return project;
  }

  private static void createOrders(Project project) throws Exception {
    project
        .branch("main")
        .commit()
        .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
        .publish();
  }

  private static void requireWorks(Project project) throws Exception {
    if (project.branch("main").findTable("orders").isEmpty()) {
      createOrders(project);
    }
    S3Lake.requireLanded(ServedLake.fiveOrdersAndLabels(project, project.branch("main")).publish());
  }

  private LandfallClient client(StorageOptions options) {
    LandfallClient client =
        LandfallClient.builder()
            .uri(proxy.uri())
            .http(http())
            .storage(options)
            .timeSource(time)
            .build();
    clients.add(client);
    return client;
  }

  private static Project project(LandfallClient client) {
    return client.project("demo");
  }

  private static BranchHead main(LandfallClient client) {
    return project(client).branch("main");
  }

  private static HttpOptions http() {
    return HttpOptions.builder().credentials(() -> TOKEN).build();
  }

  /** Reads what is not in memory. */
  private static long readOrders(Project project) {
    return project.branch("main").table("orders").rows().count();
  }

  private Set<S3Gate.Key> keys() {
    return new HashSet<>(gate.used());
  }

  private static boolean isForAccess(WireRequest request) {
    return request.path().equals("/v1/storage");
  }

  private static boolean isWaiting(Thread.State state) {
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private static List<String> texts(Throwable failure) {
    return Stream.iterate(failure, e -> e != null, Throwable::getCause)
        .flatMap(e -> Stream.concat(Stream.of(e), Stream.of(e.getSuppressed())))
        .map(Throwable::toString)
        .toList();
  }
}
