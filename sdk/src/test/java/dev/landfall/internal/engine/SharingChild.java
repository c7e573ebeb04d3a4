package dev.landfall.internal.engine;

import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A child process that shares a catalog in PostgreSQL. */
final class SharingChild {

  private SharingChild() {}

  /** Arguments: the address, and {@code forever}, or {@code resume} with the file of a request. */
  public static void main(String[] arguments) throws Exception {
    Lake lake =
        Lake.of(
            Path.of("unused"),
            PostgresCatalog.open(PostgresCatalog.Settings.of(URI.create(arguments[0]))));
    if (arguments[1].equals("resume")) {
      resume(lake, Files.readAllBytes(Path.of(arguments[2])));
    } else {
      publishForever(lake);
    }
  }

  /** Publishes one request when a line comes in, and prints the commit. */
  private static void resume(Lake lake, byte[] bytes) throws Exception {
    PublishRequest request = new PublishRequest(bytes, CommitContentCodec.decode(bytes));
    print("ready");
    if (System.in.read() >= 0) {
      PublishAnswer.Published published = (PublishAnswer.Published) lake.catalog.publish(request);
      print(published.commit().id() + " " + published.replayed());
    }
    lake.close();
  }

  /** Prints "to" and the operation before each publish, and "at" and the head after it. */
  private static void publishForever(Lake lake) {
    while (true) {
      PublishRequest request = lake.request(lake.main(), lake.creating("t" + UUID.randomUUID()));
      print("to " + request.operationId() + " " + request.sha256());
      if (lake.catalog.publish(request) instanceof PublishAnswer.Published published) {
        print("at " + published.commit().id());
      }
    }
  }

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
