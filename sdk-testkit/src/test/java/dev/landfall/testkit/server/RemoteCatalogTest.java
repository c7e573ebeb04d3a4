package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.internal.http.HttpCatalog;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.StorageAccess;
import dev.landfall.okhttp.OkHttpTransport;
import dev.landfall.rows.Rows;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole facade over each way of speaking HTTP. */
@Timeout(120)
class RemoteCatalogTest {

  @TempDir Path directory;

  /** What the facade asks and gets is what the OpenAPI document says. */
  @Test
  void theTrafficIsAsDocumented() throws Exception {
    OpenApi openApi = new OpenApi();
    OkHttpClient own = new OkHttpClient.Builder().addInterceptor(openApi).build();
    HttpOptions options = HttpOptions.builder().transport(OkHttpTransport.of(own)).build();
    try (ServedLake lake =
            ServedLake.create(
                directory.resolve("lake"),
                server ->
                    server.storageAccess(() -> StorageAccess.of(Map.of("s3.acl", "private"))));
        Catalog port = HttpCatalog.at(lake.server().uri(), options);
        LandfallClient client =
            LandfallClient.builder().uri(lake.server().uri()).http(options).build()) {
      assertThat(port.storageAccess().properties()).hasSize(1);
      client.createProject("other");
      everyCallWorks(client, client.project("demo"));
      assertThat(client.projects()).hasSize(2);
    }
    Set<String> asked = new TreeSet<>(openApi.seen());
    // Nothing in the facade asks for these; they are there for other clients.
    asked.addAll(Set.of("getProject", "health"));
    assertThat(asked).isEqualTo(openApi.operations());
  }

  enum Way {
    HTTP_1_1,
    HTTP_2,
    TLS,
    PREFIX_AND_TOKEN,
    IPV6
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void everyCallOfTheFacadeWorks(Way way) throws Exception {
    KeyStore keys = way == Way.TLS ? TestKeys.create(directory) : null;
    try (ServedLake lake = ServedLake.create(directory.resolve("lake"), server(way, keys));
        LandfallClient client =
            LandfallClient.builder().uri(lake.server().uri()).http(options(way, keys)).build()) {
      everyCallWorks(client, client.project("demo"));
      assertThat(client.projects()).hasSize(1);
    }
  }

  @Test
  void aConnectionOverTlsThatTheServerClosedWhileIdleCostsNoAttempt() throws Exception {
    KeyStore keys = TestKeys.create(directory);
    // Of HTTP/2, which is what TLS leads to otherwise, okhttp notices it by itself.
    OkHttpClient http1 = new OkHttpClient.Builder().protocols(List.of(Protocol.HTTP_1_1)).build();
    HttpOptions options =
        HttpOptions.builder().transport(OkHttpTransport.of(http1)).trustStore(keys).build();
    Consumer<CatalogServer.Builder> closing =
        server(Way.TLS, keys).andThen(builder -> builder.idleTimeout(Duration.ofMillis(1200)));
    try (ServedLake lake = ServedLake.create(directory.resolve("lake"), closing);
        LandfallClient client =
            LandfallClient.builder()
                .uri(lake.server().uri())
                .http(options)
                .retryPolicy(RetryPolicy.none())
                .build()) {
      BranchHead head = client.project("demo").branch("main");
      int port = lake.server().uri().getPort();
      try (Socket idle = new Socket(InetAddress.getLoopbackAddress(), port)) {
        // It is closed after the same time as the client's, which is older.
        assertThat(idle.getInputStream().read()).isEqualTo(-1);
      }

      assertThat(client.project("demo").branch("main")).isEqualTo(head);
    }
  }

  private static void everyCallWorks(LandfallClient client, Project project) throws Exception {
    BranchHead pinned = project.branch("main");

    BranchHead head = ServedLake.fiveOrdersAndLabels(project, pinned).publish();

    assertThat(head.table("orders").rows().count()).isEqualTo(15);
    assertThat(head.table("labels").rows().count()).isEqualTo(3);
    assertThat(head.tables()).hasSize(2);
    assertThat(head.findTable("none")).isEmpty();
    assertThat(project.log(head)).hasSize(3);
    assertThat(project.snapshotAt(pinned.commitId()).tables()).hasSize(1);
    refusalsAreTyped(client, project, pinned, head);
    settlesOutcomes(project, head);
    releases(project, pinned);
    handlesBranches(project, head);
  }

  private static void releases(Project project, BranchHead old) throws Exception {
    BranchHead before = project.branch("main");
    BranchHead released =
        old.release()
            .createTable("released", project.writeTable(Rows.of(ServedLake.orders(0, 2))))
            .publish();
    assertThat(released.commitInfo().parent()).contains(before.commitId());
    assertThatThrownBy(() -> before.release().dropTable("released").freeze())
        .isInstanceOf(NotFoundException.class);
    assertThat(released.release().dropTable("released").publish())
        .isEqualTo(project.branch("main"));
  }

  private static void refusalsAreTyped(
      LandfallClient client, Project project, BranchHead old, BranchHead head) {
    assertThatThrownBy(() -> ServedLake.fiveOrdersAndLabels(project, old).publish())
        .isInstanceOfSatisfying(
            BranchMovedException.class,
            moved -> {
              assertThat(moved.expectedHead()).isEqualTo(old.commitId());
              assertThat(moved.actualHead()).contains(head.commitId());
            });
    assertThatThrownBy(() -> ServedLake.fiveOrdersAndLabels(project, head).publish())
        .isInstanceOfSatisfying(
            CommitConflictException.class, conflict -> assertThat(conflict.conflicts()).hasSize(1));
    assertThatThrownBy(() -> client.createProject("demo"))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> client.project("none").branch("main"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("request id");
    assertThatThrownBy(() -> project.branch("none")).isInstanceOf(NotFoundException.class);
  }

  private static void settlesOutcomes(Project project, BranchHead head) throws Exception {
    Commit drop = head.commit().dropTable("labels");
    FrozenCommit abandoned = drop.freeze();
    assertThat(abandoned.recover()).isEmpty();
    assertThat(abandoned.abandon()).isEmpty();
    assertThatThrownBy(abandoned::publish).isInstanceOf(OperationAbandonedException.class);

    FrozenCommit frozen = head.commit().message("ü\n\"").dropTable("labels").freeze();
    BranchHead dropped = frozen.publish();
    SavedCommit saved = SavedCommit.fromJson(frozen.save().toJson());
    assertThat(frozen.recover().orElseThrow().commitId()).isEqualTo(dropped.commitId());
    assertThat(project.resumeCommit(saved).publish().commitId()).isEqualTo(dropped.commitId());
    assertThat(project.log(dropped).findFirst().flatMap(CommitInfo::message)).contains("ü\n\"");
  }

  private static void handlesBranches(Project project, BranchHead head) throws Exception {
    BranchHead branch = project.createBranch("feature/ü & co", head);
    assertThat(branch.commitId()).isEqualTo(head.commitId());
    assertThat(project.branches()).hasSize(2);
    assertThatThrownBy(
            () -> project.deleteBranch("feature/ü & co", project.branch("main").commitId()))
        .isInstanceOf(BranchMovedException.class);
    project.deleteBranch("feature/ü & co", head.commitId());
    assertThat(project.branches()).hasSize(1);
  }

  private static Consumer<CatalogServer.Builder> server(Way way, KeyStore keys) {
    return builder -> {
      switch (way) {
        case TLS -> builder.tls(keys, TestKeys.PASSWORD);
        case PREFIX_AND_TOKEN -> builder.pathPrefix("/a/b").tokens(Set.of("one", "two"));
        case IPV6 -> builder.host("::1");
        default -> {}
      }
    };
  }

  private static HttpOptions options(Way way, KeyStore keys) {
    HttpOptions.Builder options = HttpOptions.builder();
    switch (way) {
      case HTTP_2 -> options.http2PriorKnowledge();
      case TLS -> options.trustStore(keys);
      case PREFIX_AND_TOKEN -> options.credentials(() -> "two");
      default -> {}
    }
    return options.build();
  }
}
