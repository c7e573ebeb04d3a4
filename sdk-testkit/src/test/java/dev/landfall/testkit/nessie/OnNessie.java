package dev.landfall.testkit.nessie;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which each has a project of its own in the shared Nessie server. */
@ExtendWith(WithNessie.class)
@Timeout(120)
abstract class OnNessie {

  @TempDir static Path warehouse;

  NessieLake lake;

  @BeforeEach
  final void createLake(NessieServer server) throws Exception {
    lake = NessieLake.create(server, warehouse);
  }

  @AfterEach
  final void closeLake() {
    lake.close();
  }
}
