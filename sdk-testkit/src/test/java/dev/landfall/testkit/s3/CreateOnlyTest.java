package dev.landfall.testkit.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.config.TimeSource;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.objectstore.ObjectStores;
import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.objectstore.UploadStream;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An object is created once, and never replaced: whether it stays in memory until it is closed, is
 * uploaded in one piece, or in parts.
 */
@ExtendWith(WithS3.class)
class CreateOnlyTest {

  private String bucket;
  private Objects objects;
  private FaultProxy proxy;
  private ObjectStores stores;

  @BeforeEach
  void open(S3Server server) {
    bucket = server.newBucket();
    objects = new Objects(server.endpoint(), bucket);
    FaultPlan faults = new FaultPlan();
    proxy = FaultProxy.start(server.endpoint(), faults);
    // The server, unlike S3, takes the object away with an upload to its key that is given up.
    faults.on(request -> request.method().equals("DELETE")).every().answer(204);
    stores =
        new ObjectStores(
            S3Lake.storage(proxy.uri()).with("s3.multipart.part-size-bytes", "5242880"),
            new CatalogAccess(TimeSource.system()));
  }

  @AfterEach
  void close() {
    stores.close();
    proxy.close();
  }

  @Test
  void whoAsksForAMetadataFileAndReadsItMakesOneRequest() throws Exception {
    objects.put("metadata/1.json", "{}");
    String file = "s3://" + bucket + "/metadata/1.json";
    assertThat(stores.exists("s3://" + bucket + "/metadata/2.json")).isFalse();
    int before = proxy.requests().size();

    assertThat(stores.exists(file)).isTrue();
    assertThat(stores.read(file)).asString(US_ASCII).isEqualTo("{}");

    assertThat(proxy.requests()).hasSize(before + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 2_000_000, 12_000_000})
  void anObjectThatExistsIsLeftAsItIs(int length) throws Exception {
    create("data/one", "o".repeat(length)).await();

    Upload second = create("data/one", "n".repeat(length));

    assertThatThrownBy(second::await)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("s3://" + bucket + "/data/one")
        .hasMessageContaining("exists already");
    assertThat(objects.get("data/one").body().equals("o".repeat(length))).isTrue();
    requireNoObjectDeleted();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 2_000_000, 12_000_000})
  void ofTwoThatCreateOneObjectAtOnceOneSucceeds(int length) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 5; round++) {
        String key = "data/race-" + round;
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<Boolean>> writers =
            Stream.of("a", "b")
                .map(text -> threads.submit(() -> stored(key, text.repeat(length), start)))
                .toList();
        List<Boolean> stored = new ArrayList<>();
        for (Future<Boolean> writer : writers) {
          stored.add(writer.get());
        }

        assertThat(stored).containsExactlyInAnyOrder(true, false);
        String winner = stored.get(0) ? "a" : "b";
        assertThat(objects.get(key).body().equals(winner.repeat(length))).isTrue();
      }
      requireNoObjectDeleted();
    } finally {
      threads.shutdownNow();
    }
  }

  private void requireNoObjectDeleted() {
    assertThat(proxy.requests())
        .filteredOn(request -> request.method().equals("DELETE"))
        .allMatch(request -> request.path().contains("uploadId="));
  }

  private boolean stored(String key, String text, CyclicBarrier start) throws Exception {
    start.await();
    Upload upload = create(key, text);
    try {
      upload.await();
      return true;
    } catch (UncheckedIOException e) {
      assertThat(e).hasMessageContaining("s3://" + bucket + "/" + key);
      return false;
    }
  }

  /** Writes an object to its end. */
  private Upload create(String key, String text) throws Exception {
    List<Upload> uploads = new ArrayList<>();
    try (UploadStream out = stores.create("s3://" + bucket + "/" + key, uploads::add)) {
      out.write(text.getBytes(US_ASCII));
    }
    return uploads.get(0);
  }
}
