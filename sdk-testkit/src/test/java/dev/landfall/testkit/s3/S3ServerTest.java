package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the SDK relies on in S3, and the other tests in this server of it. */
@ExtendWith(WithS3.class)
class S3ServerTest {

  private Objects objects;

  @BeforeEach
  void bucket(S3Server server) {
    objects = new Objects(server.endpoint(), server.newBucket());
  }

  @Test
  void anObjectThatIsToBeNewReplacesNone() throws Exception {
    assertThat(objects.create("t/v1.json", "first").status()).isEqualTo(200);

    Objects.Answer second = objects.create("t/v1.json", "second");

    assertThat(second.status()).isEqualTo(412);
    assertThat(second.body()).contains("<Code>PreconditionFailed</Code>");
    assertThat(objects.get("t/v1.json")).isEqualTo(new Objects.Answer(200, "first"));
    assertThat(objects.put("t/v1.json", "third").status()).isEqualTo(200);
    assertThat(objects.get("t/v1.json").body()).isEqualTo("third");
  }

  @Test
  void ofObjectsThatRaceForAKeyOneIsNew() throws Exception {
    int writers = 4;
    CyclicBarrier start = new CyclicBarrier(writers);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (int round = 0; round < 25; round++) {
        String key = "race/" + round;
        List<Callable<Integer>> puts = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
          String text = "of " + writer;
          puts.add(
              () -> {
                start.await();
                return objects.create(key, text).status();
              });
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> put : threads.invokeAll(puts)) {
          statuses.add(put.get());
        }

        assertThat(statuses).containsExactlyInAnyOrder(200, 412, 412, 412);
        assertThat(objects.get(key).body()).isEqualTo("of " + statuses.indexOf(200));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aListHasEveryKeyAtOnce() throws Exception {
    assertThat(objects.create("other/0", "no").status()).isEqualTo(200);
    for (int count = 1; count <= 20; count++) {
      assertThat(objects.create("listed/%02d".formatted(count), "text").status()).isEqualTo(200);
      assertThat(objects.list("listed/"))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, count).mapToObj("listed/%02d"::formatted).toList());
    }
  }

  @Test
  void bucketsAreApart(S3Server server) throws Exception {
    assertThat(objects.create("same", "here").status()).isEqualTo(200);

    Objects other = new Objects(server.endpoint(), server.newBucket());

    assertThat(other.get("same").status()).isEqualTo(404);
    assertThat(other.list("")).isEmpty();
    assertThat(other.create("same", "there").status()).isEqualTo(200);
  }
}
