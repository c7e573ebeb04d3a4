package dev.landfall.nessieserver;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.projectnessie.client.ext.NessieClientUri;
import org.projectnessie.jaxrs.ext.NessieJaxRsExtension;
import org.projectnessie.versioned.storage.common.persist.Persist;
import org.projectnessie.versioned.storage.inmemorytests.InmemoryBackendTestFactory;
import org.projectnessie.versioned.storage.testextension.NessieBackend;
import org.projectnessie.versioned.storage.testextension.NessiePersist;
import org.projectnessie.versioned.storage.testextension.PersistExtension;

/**
 * Serves a new Nessie repository, kept in memory, on a free port of the loopback interface: prints
 * the address of its API and runs until its standard input ends. Nessie publishes what starts its
 * services without Quarkus as an extension of JUnit, so the server runs as a test.
 */
@ExtendWith(PersistExtension.class)
@NessieBackend(InmemoryBackendTestFactory.class)
public class NessieServer {

  @NessiePersist static Persist persist;

  @RegisterExtension
  static final NessieJaxRsExtension SERVER = NessieJaxRsExtension.jaxRsExtension(() -> persist);

  /** Runs the server. */
  public static void main(String[] arguments) {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(NessieServer.class))
                .build(),
            summary);
    summary.getSummary().printFailuresTo(new PrintWriter(System.err, true));
  }

  @Test
  void serve(@NessieClientUri URI uri) throws IOException {
    System.out.println("Serving at " + uri);
    while (System.in.read() >= 0) {
      // Whatever is written is no request; only the end counts.
    }
  }
}
