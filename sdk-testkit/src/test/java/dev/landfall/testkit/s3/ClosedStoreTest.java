package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.config.TimeSource;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.objectstore.ObjectStores;
import dev.landfall.internal.objectstore.Upload;
import dev.landfall.internal.objectstore.UploadStream;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.fault.Hold;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Uploads of a client that is closed meanwhile. */
@ExtendWith(WithS3.class)
@Timeout(60)
class ClosedStoreTest {

  @Test
  void whoWaitsForAnUploadThatHasNotBegunIsTold(S3Server server) throws Exception {
    FaultPlan faults = new FaultPlan();
    Hold hold = faults.on(S3Lake::isPut).every().holdRequest();
    String directory = "s3://" + server.newBucket() + "/data/";
    List<Upload> uploads = new ArrayList<>();
    try (FaultProxy proxy = FaultProxy.start(server.endpoint(), faults)) {
      try (ObjectStores stores =
          new ObjectStores(S3Lake.storage(proxy.uri()), new CatalogAccess(TimeSource.system()))) {
        // More than are sent at once.
        for (int i = 0; i < 60; i++) {
          try (UploadStream out = stores.create(directory + i, uploads::add)) {
            out.write(i);
          }
        }
        hold.awaitArrival(Duration.ofSeconds(20));
      }
      hold.release();

      List<Throwable> failures =
          uploads.stream()
              .map(upload -> catchThrowable(upload::await))
              .filter(Objects::nonNull)
              .toList();

      assertThat(failures).hasSizeGreaterThanOrEqualTo(20);
      assertThat(failures).allMatch(UncheckedIOException.class::isInstance);
      assertThat(failures).anyMatch(e -> e.getMessage().contains("The client is closed"));
    }
  }
}
