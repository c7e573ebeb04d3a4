package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.config.TimeSource;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.RequestSelector;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** A new project in a Nessie server, reached through a proxy: orders has 10 rows. */
final class NessieLake implements AutoCloseable {

  final FaultPlan faults = new FaultPlan();
  final FaultProxy proxy;
  final String name = newName();
  final ForeignClient foreign;
  private final URI server;
  private final Path warehouse;
  private final List<LandfallClient> clients = new ArrayList<>();

  private NessieLake(URI server, Path warehouse) {
    this.server = server;
    this.warehouse = warehouse;
    this.proxy = FaultProxy.start(server, faults);
    this.foreign = new ForeignClient(server);
  }

  /** Returns a name that no project has. */
  static String newName() {
    return "p" + UUID.randomUUID().toString().substring(0, 8);
  }

  static NessieLake create(NessieServer server, Path warehouse) throws Exception {
    return create(server.uri(), warehouse);
  }

  static NessieLake create(URI server, Path warehouse) throws Exception {
    NessieLake lake = new NessieLake(server, warehouse);
    Project project = lake.directClient().createProject(lake.name);
    project
        .branch("main")
        .commit()
        .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
        .publish();
    return lake;
  }

  /** Makes a client behind the proxy that attempts so often. */
  Project attempting(int attempts) {
    return attempting(attempts, Duration.ofSeconds(20));
  }

  /** Makes a client behind the proxy that attempts so often, and waits so long for an answer. */
  Project attempting(int attempts, Duration callTimeout) {
    return client(proxy.uri(), attempts, callTimeout, TimeSource.system()).project(name);
  }

  /** Makes a client that goes past the proxy. */
  Project direct() {
    return directClient().project(name);
  }

  LandfallClient directClient() {
    return client(server, 1);
  }

  LandfallClient client(URI uri, int attempts) {
    return client(uri, attempts, Duration.ofSeconds(20), TimeSource.system());
  }

  /** Makes a client that goes past the proxy, and lives at another time. */
  Project at(TimeSource time) {
    return client(server, 1, Duration.ofSeconds(20), time).project(name);
  }

  /** Makes a client whose catalog is told no more of a request than its operation and digest. */
  Project forgetful() {
    LandfallClient client =
        LandfallClient.builder()
            .uri(URI.create("nessie+" + server))
            .decorateCatalog(catalog -> new ForwardingCatalog(catalog) {})
            .build();
    clients.add(client);
    return client.project(name);
  }

  private LandfallClient client(URI uri, int attempts, Duration callTimeout, TimeSource time) {
    LandfallClient client =
        LandfallClient.builder()
            .uri(URI.create("nessie+" + uri))
            .warehouse(warehouse)
            .http(HttpOptions.builder().callTimeout(callTimeout).build())
            .timeSource(time)
            .retryPolicy(
                RetryPolicy.builder()
                    .maxAttempts(attempts)
                    .initialBackoff(Duration.ofMillis(1))
                    .maxBackoff(Duration.ofMillis(5))
                    .build())
            .build();
    clients.add(client);
    return client;
  }

  /** Pins main, and freezes five more orders and a new table of labels. */
  static FrozenCommit fiveOrdersAndLabels(Project project) {
    return staged(project).freeze();
  }

  /** As above, past the proxy, as a commit or a release. */
  FrozenCommit fiveOrdersAndLabels(boolean release) {
    Project project = direct();
    BranchHead head = project.branch("main");
    return ServedLake.fiveOrdersAndLabels(project, release ? head.release() : head.commit())
        .freeze();
  }

  static Commit staged(Project project) {
    return ServedLake.fiveOrdersAndLabels(project, project.branch("main"));
  }

  static Commit oneOrder(Project project) {
    BranchHead head = project.branch("main");
    return head.commit()
        .updateTable(head.table("orders").append(Rows.of(ServedLake.orders(20, 1))));
  }

  /** Starts a rule about commits on staging branches. */
  RequestSelector onStage() {
    return faults.on(isStage());
  }

  /** Starts a rule about the requests that move the branch main. */
  RequestSelector onAssign() {
    return faults.on(isAssign());
  }

  Predicate<WireRequest> isStage() {
    return request ->
        request.path().contains("staging") && request.path().endsWith("/history/commit");
  }

  Predicate<WireRequest> isAssign() {
    return request -> request.method().equals("PUT") && request.path().contains(name + "%2Fmain@");
  }

  Predicate<WireRequest> isCommitToMain() {
    return request ->
        request.path().contains(name + "%2Fmain@") && request.path().endsWith("/history/commit");
  }

  long count(Predicate<WireRequest> condition) {
    return proxy.requests().stream().filter(condition).count();
  }

  /** Requires that the commit is in the history once, with all of its rows. */
  void requireLandedOnce(FrozenCommit commit, BranchHead answered) {
    Project project = direct();
    BranchHead head = project.branch("main");
    List<CommitInfo> landed = commitsOf(commit);
    assertThat(landed).hasSize(1);
    assertThat(landed.get(0).parent()).contains(commit.head().commitId());
    assertThat(landed.get(0).changes()).isEqualTo(commit.changes());
    assertThat(answered.commitId()).isEqualTo(landed.get(0).id());
    assertThat(answered.committedAt()).isEqualTo(landed.get(0).committedAt());
    assertThat(head.table("orders").rows().count()).isEqualTo(15);
    assertThat(head.table("labels").rows().count()).isEqualTo(3);
  }

  List<CommitInfo> commitsOf(FrozenCommit commit) {
    Project project = direct();
    return project
        .log(project.branch("main"))
        .filter(each -> each.operationId().equals(Optional.of(commit.operationId())))
        .toList();
  }

  /** Returns the Nessie branch that main is. */
  String main() {
    return name + "/main";
  }

  /** Returns where the branch stands, as Nessie tells it. */
  CommitId headOfMain() {
    return new CommitId(foreign.head(main()));
  }

  @Override
  public void close() {
    clients.forEach(LandfallClient::close);
    proxy.close();
  }
}
