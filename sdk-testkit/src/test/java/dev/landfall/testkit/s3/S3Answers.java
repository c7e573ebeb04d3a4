package dev.landfall.testkit.s3;

import dev.landfall.testkit.fault.CannedAnswer;

/** Refusals in the words of S3. */
public final class S3Answers {

  public static final CannedAnswer SLOW_DOWN = of(503, "SlowDown", "Reduce your rate.");
  public static final CannedAnswer DENIED = of(403, "AccessDenied", "Access Denied");

  private S3Answers() {}

  private static CannedAnswer of(int status, String code, String message) {
    return CannedAnswer.of(status)
        .withHeader("Content-Type", "application/xml")
        .withBody(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>"
                + code
                + "</Code><Message>"
                + message
                + "</Message></Error>");
  }
}
