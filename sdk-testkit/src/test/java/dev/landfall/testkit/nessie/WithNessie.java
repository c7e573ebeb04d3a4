package dev.landfall.testkit.nessie;

import dev.landfall.testkit.SharedServer;

/** Gives tests the one server that all of them share; each makes a project of its own in it. */
final class WithNessie extends SharedServer<NessieServer> {

  WithNessie() {
    super(NessieServer.class, NessieServer::start);
  }
}
