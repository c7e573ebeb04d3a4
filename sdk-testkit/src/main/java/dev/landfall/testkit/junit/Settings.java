package dev.landfall.testkit.junit;

import dev.landfall.config.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** What a test is given, immutable. */
record Settings(
    boolean overHttp,
    String project,
    RetryPolicy retryPolicy,
    Duration callTimeout,
    boolean manualTime,
    boolean lenient) {

  static final Settings DEFAULTS =
      new Settings(
          false,
          LandfallExtension.DEFAULT_PROJECT,
          RetryPolicy.none(),
          LandfallExtension.DEFAULT_CALL_TIMEOUT,
          false,
          false);

  /** Returns what the nearest annotation says, or the defaults if there is none. */
  static Settings annotatedAt(ExtensionContext context) {
    LandfallTest found = find(context);
    return found == null
        ? DEFAULTS
        : new Settings(
            found.overHttp(),
            found.project(),
            attempting(found.attempts()),
            LandfallExtension.DEFAULT_CALL_TIMEOUT,
            found.manualTime(),
            found.lenient());
  }

  private static @Nullable LandfallTest find(ExtensionContext context) {
    var onMethod = AnnotationSupport.findAnnotation(context.getTestMethod(), LandfallTest.class);
    if (onMethod.isPresent()) {
      return onMethod.get();
    }
    Class<?> type = context.getRequiredTestClass();
    while (type != null) {
      var onClass = AnnotationSupport.findAnnotation(type, LandfallTest.class);
      if (onClass.isPresent()) {
        return onClass.get();
      }
      type = type.getEnclosingClass();
    }
    return null;
  }

  private static RetryPolicy attempting(int attempts) {
    return RetryPolicy.builder()
        .maxAttempts(attempts)
        .initialBackoff(Duration.ofMillis(1))
        .maxBackoff(Duration.ofMillis(10))
        .build();
  }
}
