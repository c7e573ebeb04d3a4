package dev.landfall.testkit.wire;

import static dev.landfall.testkit.fault.RequestKind.PUBLISH;
import static dev.landfall.testkit.fault.RequestKind.READ;
import static dev.landfall.testkit.wire.Wire.fiveOrdersAndLabels;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.HttpOptions;
import dev.landfall.okhttp.OkHttpTransport;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.ServedLake;
import dev.landfall.testkit.wire.Wire.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes over the connections: how many requests, and none behind the SDK's back. */
@Timeout(120)
class ConnectionTest {

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void aCallIsOneRequest(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      Project project = wire.attempting(3);

      BranchHead head = project.branch("main");
      assertThat(wire.proxy.requests()).as("pinning a branch").hasSize(1);
      head.table("orders");
      assertThat(wire.proxy.requests()).as("opening a table").hasSize(2);
      FrozenCommit commit = ServedLake.fiveOrdersAndLabels(project, head).freeze();
      int before = wire.proxy.requests().size();
      commit.publish();
      assertThat(wire.proxy.requests()).as("publishing").hasSize(before + 1);
      commit.recover();
      assertThat(wire.proxy.requests()).as("recovering").hasSize(before + 2);
      assertThat(wire.proxy.connections()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCatalogThatCannotBeReachedIsAFailureAndNotUnknown(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      // Keeps no connection: one from before would take the request, and prove nothing.
      OkHttpClient own =
          new OkHttpClient.Builder()
              .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
              .build();
      HttpOptions.Builder options = wire.options().transport(OkHttpTransport.of(own));
      FrozenCommit commit =
          fiveOrdersAndLabels(wire.connect(wire.proxy.uri(), Wire.policy(2).build(), options));
      wire.proxy.refuseConnections();

      PublishResult.Failed failed = (PublishResult.Failed) commit.tryPublish();
      assertThat(((UnavailableException) failed.error()).mayHaveBeenSent()).isFalse();

      wire.proxy.acceptConnections();
      wire.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void ambiguityIsNotUndoneByARefusedConnection(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      wire.faults.onPublish().first().applyThenDropAnswer();
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(1));
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      wire.proxy.refuseConnections();

      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      FrozenCommit resumed = wire.attempting(1).resumeCommit(commit.save());
      assertThat(resumed.tryPublish()).isInstanceOf(PublishResult.Unknown.class);

      wire.proxy.acceptConnections();
      wire.requireLandedOnce(commit, resumed.publish());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatTheServerClosedWhileIdleCostsNoAttempt(Protocol protocol) throws Exception {
    try (Wire wire =
        Wire.create(
            protocol,
            directory,
            catalog -> catalog,
            settings -> settings.idleTimeout(Duration.ofMillis(1200)))) {
      Project project = wire.direct();
      FrozenCommit commit = fiveOrdersAndLabels(project);
      Socket idle = new Socket(InetAddress.getLoopbackAddress(), wire.serverPort());
      // It is closed after the same time as the client's, which is older.
      assertThat(idle.getInputStream().read()).isEqualTo(-1);

      wire.requireLandedOnce(commit, commit.publish());
      BranchHead head = project.branch("main");
      assertThat(head.table("orders").rows().count()).isEqualTo(15);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPooledConnectionThatDiedIsNoticedByTheNextAttempt(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      FrozenCommit commit = fiveOrdersAndLabels(wire.attempting(3));
      wire.proxy.closeIdleConnections();

      wire.requireLandedOnce(commit, commit.publish());
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOwnClientThatRetriesConnectionsResendsNothing(Protocol protocol) throws Exception {
    try (Wire wire = Wire.create(protocol, directory)) {
      OkHttpClient own = new OkHttpClient.Builder().retryOnConnectionFailure(true).build();
      HttpOptions.Builder options = wire.options().transport(OkHttpTransport.of(own));
      Project project = wire.connect(wire.proxy.uri(), Wire.policy(1).build(), options);
      FrozenCommit commit = fiveOrdersAndLabels(project);
      wire.faults.onPublish().every().closeAfterRequest();
      wire.faults.onRead().every().closeAfterRequest();

      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);
      assertThat(wire.proxy.count(PUBLISH)).isEqualTo(1);
      int reads = wire.proxy.count(READ);
      assertThatThrownBy(() -> project.branch("main")).isInstanceOf(UnavailableException.class);
      assertThat(wire.proxy.count(READ)).isEqualTo(reads + 1);
    }
  }

  /** Two servers at two addresses of one host name; each takes the request and says nothing. */
  @Test
  void b05ThePublishIsNotSentToTheHostsSecondAddress() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    try (Wire wire = Wire.create(Protocol.HTTP_1_1, directory);
        ServerSocket first = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        ServerSocket second =
            new ServerSocket(first.getLocalPort(), 10, InetAddress.getByName("127.0.0.2"))) {
      List.of(first, second).forEach(server -> takeAndClose(server, requests));
      OkHttpClient own =
          new OkHttpClient.Builder()
              .dns(
                  host ->
                      List.of(
                          InetAddress.getByName("127.0.0.1"), InetAddress.getByName("127.0.0.2")))
              .build();
      Project through =
          wire.connect(
              URI.create("http://catalog.example:" + first.getLocalPort()),
              Wire.policy(1).build(),
              HttpOptions.builder().transport(OkHttpTransport.of(own)));
      FrozenCommit commit = through.resumeCommit(fiveOrdersAndLabels(wire.direct()).save());

      OutcomeUnknownException unknown =
          catchThrowableOfType(OutcomeUnknownException.class, commit::publish);

      assertThat(unknown.attempts()).hasSize(1);
      assertThat(requests).hasValue(1);
    }
  }

  /** The first address is dead: connecting goes on to the second, as nothing was sent yet. */
  @Test
  void aDeadAddressOfAHostIsPassedOver() throws Exception {
    try (Wire wire = Wire.create(Protocol.HTTP_1_1, directory)) {
      OkHttpClient own =
          new OkHttpClient.Builder()
              .dns(
                  host ->
                      List.of(
                          InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.1")))
              .build();
      Project project =
          wire.connect(
              URI.create("http://catalog.example:" + wire.proxy.uri().getPort()),
              Wire.policy(1).build(),
              HttpOptions.builder().transport(OkHttpTransport.of(own)));

      FrozenCommit commit = fiveOrdersAndLabels(project);

      wire.requireLandedOnce(commit, commit.publish());
      assertThat(project.writeTable(Rows.of(ServedLake.orders(0, 1))).rows()).hasSize(1);
    }
  }

  private static void takeAndClose(ServerSocket server, AtomicInteger requests) {
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                try (Socket socket = server.accept()) {
                  requests.incrementAndGet();
                  int length = socket.getInputStream().read(new byte[65536]);
                  assertThat(length).isPositive();
                } catch (IOException e) {
                  return;
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
