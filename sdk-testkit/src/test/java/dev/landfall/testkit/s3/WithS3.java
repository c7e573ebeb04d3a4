package dev.landfall.testkit.s3;

import dev.landfall.testkit.SharedServer;

/** Gives tests the one server that all of them share; each makes a bucket of its own in it. */
public final class WithS3 extends SharedServer<S3Server> {

  /** For JUnit. */
  public WithS3() {
    super(S3Server.class, S3Server::start);
  }
}
