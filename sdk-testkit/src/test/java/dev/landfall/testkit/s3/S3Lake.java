package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.config.StorageOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.RequestSelector;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The project demo, whose catalog lies in a directory and whose files lie in a bucket behind a
 * proxy: orders has 10 rows.
 */
public final class S3Lake implements AutoCloseable {

  static final String SECRET = "s3cret-" + UUID.randomUUID();

  final FaultPlan faults = new FaultPlan();
  final FaultProxy proxy;
  final String bucket;
  final String warehouse;
  final Objects objects;
  final LandfallClient client;
  final Project project;
  private final int made;

  private S3Lake(
      S3Server server, Path directory, UnaryOperator<StorageOptions> settings, TimeSource time)
      throws Exception {
    this.proxy = FaultProxy.start(server.endpoint(), faults);
    String name = server.newBucket();
    this.bucket = "s3://" + name;
    this.warehouse = bucket + "/lake";
    this.objects = new Objects(server.endpoint(), name);
    this.client =
        LandfallClient.builder()
            .directory(directory)
            .warehouse(warehouse)
            .storage(settings.apply(storage(proxy.uri())))
            .timeSource(time)
            .build();
    this.project = client.createProject("demo");
    project
        .branch("main")
        .commit()
        .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
        .publish();
    this.made = proxy.requests().size();
  }

  static S3Lake create(S3Server server, Path directory) throws Exception {
    return create(server, directory, UnaryOperator.identity());
  }

  static S3Lake create(S3Server server, Path directory, TimeSource time) throws Exception {
    return new S3Lake(server, directory, UnaryOperator.identity(), time);
  }

  static S3Lake create(S3Server server, Path directory, UnaryOperator<StorageOptions> settings)
      throws Exception {
    return new S3Lake(server, directory, settings, TimeSource.system());
  }

  /** The settings for an S3 service at an address, with short waits between its retries. */
  public static StorageOptions storage(URI endpoint) {
    return StorageOptions.defaults()
        .withS3Endpoint(endpoint)
        .withS3PathStyleAccess()
        .withS3Credentials("key", SECRET)
        .with("s3.retry.min-wait-ms", "1")
        .with("s3.retry.max-wait-ms", "5");
  }

  /** Opens the catalog with another client, which remembers no file; this one's is closed. */
  LandfallClient reopen(Path directory) {
    client.close();
    return LandfallClient.builder().directory(directory).storage(storage(proxy.uri())).build();
  }

  BranchHead main() {
    return project.branch("main");
  }

  /** Pins main, and freezes five more orders and a new table of labels. */
  FrozenCommit fiveOrdersAndLabels() {
    return ServedLake.fiveOrdersAndLabels(project, main()).freeze();
  }

  /** Starts a rule about requests that store objects. */
  RequestSelector onPut() {
    return faults.on(S3Lake::isPut);
  }

  /** Waits until so many objects were stored since the lake was made. */
  void awaitPuts(int count) {
    await().until(() -> requestsFrom(made).stream().filter(S3Lake::isPut).count() >= count);
  }

  static boolean isPut(WireRequest request) {
    return request.method().equals("PUT");
  }

  /** Returns the requests that were made since a number of them. */
  List<WireRequest> requestsFrom(int first) {
    List<WireRequest> all = proxy.requests();
    return all.subList(first, all.size());
  }

  Set<String> keys() throws Exception {
    return Set.copyOf(objects.list(""));
  }

  /** Requires that the head has the rows of {@link #fiveOrdersAndLabels}. */
  static void requireLanded(BranchHead head) {
    assertThat(head.table("orders").rows().count()).isEqualTo(15);
    assertThat(head.table("labels").rows().count()).isEqualTo(3);
  }

  @Override
  public void close() {
    client.close();
    proxy.close();
  }
}
