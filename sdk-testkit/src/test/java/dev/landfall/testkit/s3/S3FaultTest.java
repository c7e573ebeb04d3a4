package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.RequestSelector;
import dev.landfall.testkit.fault.WireRequest;
import java.io.IOException;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The faults of the proxy on the way to S3. */
@ExtendWith(WithS3.class)
class S3FaultTest {

  private final FaultPlan faults = new FaultPlan();
  private FaultProxy proxy;
  private Objects faulty;
  private Objects objects;

  @BeforeEach
  void start(S3Server server) {
    proxy = FaultProxy.start(server.endpoint(), faults);
    String bucket = server.newBucket();
    faulty = new Objects(proxy.uri(), bucket);
    objects = new Objects(server.endpoint(), bucket);
  }

  @AfterEach
  void stop() {
    proxy.close();
    faults.assertAllHappened();
  }

  @Test
  void anObjectIsStoredThoughTheAnswerIsLost() throws Exception {
    onPut().first().applyThenDropAnswer();

    assertThatThrownBy(() -> faulty.create("key", "text")).isInstanceOf(IOException.class);

    assertThat(objects.get("key")).isEqualTo(new Objects.Answer(200, "text"));
    assertThat(faulty.create("key", "text").status()).isEqualTo(412);
  }

  @Test
  void whoIsToldToSlowDownHasStoredItOrNot() throws Exception {
    onPut().first().answer(S3Answers.SLOW_DOWN);
    onPut().second().applyThenAnswer(S3Answers.SLOW_DOWN);

    assertThat(faulty.create("key", "text"))
        .isEqualTo(new Objects.Answer(503, S3Answers.SLOW_DOWN.body()));
    assertThat(objects.get("key").status()).isEqualTo(404);
    assertThat(faulty.create("key", "text"))
        .isEqualTo(new Objects.Answer(503, S3Answers.SLOW_DOWN.body()));
    assertThat(objects.get("key").body()).isEqualTo("text");
  }

  @Test
  void anUploadThatIsCutStoresNothing() throws Exception {
    String large = "0123456789abcdef".repeat(100_000);
    onPut().first().closeInRequest();

    assertThatThrownBy(() -> faulty.create("key", large)).isInstanceOf(IOException.class);

    WireRequest cut = proxy.requests().get(0);
    assertThat(cut.body()).hasSize(large.length() / 2);
    assertThat(cut.deliveries()).isZero();
    assertThat(objects.list("")).isEmpty();
    assertThat(faulty.create("key", large).status()).isEqualTo(200);
    assertThat(objects.get("key").body()).isEqualTo(large);
  }

  /** As Amazon's client sends a body, with a checksum behind it. */
  @Test
  void aBodyInChunksThatWaitsToBeAskedForPasses() throws Exception {
    RequestBody chunks =
        RequestBody.create("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n", null);

    Objects.Answer answer =
        faulty.send(
            faulty
                .at("key")
                .put(chunks)
                .header("Expect", "100-continue")
                .header("Content-Encoding", "aws-chunked")
                .header("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
                .header("x-amz-decoded-content-length", "5")
                .header("x-amz-trailer", "x-amz-checksum-crc32")
                .header("x-amz-security-token", "secret"));

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertThat(faulty.get("key")).isEqualTo(new Objects.Answer(200, "hello"));
    assertThat(proxy.requests().get(0).headers().toString()).doesNotContain("secret");
  }

  private RequestSelector onPut() {
    return faults.on(request -> request.method().equals("PUT"));
  }
}
