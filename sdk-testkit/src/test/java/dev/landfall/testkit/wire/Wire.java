package dev.landfall.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.server.CatalogServer;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A served lake, the proxy before it, and clients that go through the proxy. */
final class Wire implements AutoCloseable {

  /** How the clients speak. */
  enum Protocol {
    HTTP_1_1,
    HTTP_2
  }

  final FaultPlan faults = new FaultPlan();
  final FaultProxy proxy;
  private final Protocol protocol;
  private final ServedLake lake;
  private final List<LandfallClient> clients = new ArrayList<>();

  private Wire(Protocol protocol, ServedLake lake) {
    this.protocol = protocol;
    this.lake = lake;
    this.proxy = FaultProxy.start(lake.server().uri(), faults);
  }

  static Wire create(Protocol protocol, Path directory) {
    return create(protocol, directory, UnaryOperator.identity());
  }

  static Wire create(Protocol protocol, Path directory, UnaryOperator<Catalog> decorator) {
    return create(protocol, directory, decorator, settings -> {});
  }

  static Wire create(
      Protocol protocol,
      Path directory,
      UnaryOperator<Catalog> decorator,
      Consumer<CatalogServer.Builder> settings) {
    return new Wire(protocol, ServedLake.create(directory, decorator, settings));
  }

  /** Makes a client that attempts so often, and does not wait long for an answer. */
  Project attempting(int attempts) {
    return attempting(attempts, Duration.ofSeconds(20));
  }

  Project attempting(int attempts, Duration callTimeout) {
    return connect(proxy.uri(), policy(attempts).build(), options().callTimeout(callTimeout));
  }

  Project attempting(RetryPolicy.Builder policy) {
    return connect(proxy.uri(), policy.build(), options());
  }

  /** Makes a client that goes past the proxy. */
  Project direct() {
    return directly(1);
  }

  /** Makes a client that goes past the proxy, and attempts so often. */
  Project directly(int attempts) {
    return connect(lake.server().uri(), policy(attempts).build(), options());
  }

  Project connect(URI uri, RetryPolicy policy, HttpOptions.Builder options) {
    LandfallClient client =
        LandfallClient.builder().uri(uri).http(options.build()).retryPolicy(policy).build();
    clients.add(client);
    return client.project("demo");
  }

  HttpOptions.Builder options() {
    HttpOptions.Builder options = HttpOptions.builder();
    return protocol == Protocol.HTTP_2 ? options.http2PriorKnowledge() : options;
  }

  static RetryPolicy.Builder policy(int attempts) {
    return RetryPolicy.builder()
        .maxAttempts(attempts)
        .initialBackoff(Duration.ofMillis(1))
        .maxBackoff(Duration.ofMillis(5));
  }

  /** Pins main, and freezes five more orders and a new table of labels. */
  static FrozenCommit fiveOrdersAndLabels(Project project) {
    return ServedLake.fiveOrdersAndLabels(project, project.branch("main")).freeze();
  }

  /** Requires that the commit is in the history once, with all of its rows. */
  void requireLandedOnce(FrozenCommit commit, BranchHead answered) throws Exception {
    Project project = direct();
    BranchHead head = project.branch("main");
    List<CommitInfo> landed = commitsOf(project, commit.operationId());
    assertThat(landed).hasSize(1);
    assertThat(landed.get(0).parent()).contains(commit.head().commitId());
    assertThat(answered.commitId()).isEqualTo(landed.get(0).id());
    assertThat(head.table("orders").rows().count()).isEqualTo(15);
    assertThat(head.table("labels").rows().count()).isEqualTo(3);
  }

  /** Requires that nothing of the commit is to be seen. */
  void requireNotLanded(FrozenCommit commit) {
    Project project = direct();
    assertThat(commitsOf(project, commit.operationId())).isEmpty();
  }

  static List<CommitInfo> commitsOf(Project project, OperationId operation) {
    return project
        .log(project.branch("main"))
        .filter(commit -> commit.operationId().equals(Optional.of(operation)))
        .toList();
  }

  int serverPort() {
    return lake.server().uri().getPort();
  }

  @Override
  public void close() {
    clients.forEach(LandfallClient::close);
    proxy.close();
    lake.close();
  }
}
