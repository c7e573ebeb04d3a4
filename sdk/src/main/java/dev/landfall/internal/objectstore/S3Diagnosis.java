package dev.landfall.internal.objectstore;

import dev.landfall.internal.objectstore.Diagnosis.Kind;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What a failure of S3's library means. */
final class S3Diagnosis {

  private static final String STORE = "S3";
  private static final Set<Integer> DENIED = Set.of(401, 403);
  private static final Set<String> DENIED_CODES = Set.of("ExpiredToken", "InvalidToken");

  private S3Diagnosis() {}

  static Diagnosis of(Throwable failure) {
    if (Diagnosis.find(failure, AbortedException.class).isPresent()) {
      return new Diagnosis(Kind.INTERRUPTED, "the thread was interrupted");
    }
    if (failure instanceof NullPointerException) {
      // Iceberg's file I/O takes for granted what an answer that is cut off does not have.
      return new Diagnosis(Kind.FAILED, Diagnosis.broken(STORE));
    }
    return Diagnosis.find(failure, AwsServiceException.class)
        .map(S3Diagnosis::of)
        .or(() -> unusable(failure))
        .orElseGet(() -> Diagnosis.of(STORE, failure));
  }

  /** There are no keys, say, or the region is not known: no request was sent. */
  private static Optional<Diagnosis> unusable(Throwable failure) {
    return failure instanceof SdkClientException
            && !(failure instanceof ApiCallTimeoutException)
            && Diagnosis.find(failure, IOException.class).isEmpty()
        ? Optional.of(
            new Diagnosis(Kind.DENIED, STORE + " cannot be asked (" + failure.getMessage() + ")"))
        : Optional.empty();
  }

  private static Diagnosis of(AwsServiceException refusal) {
    Optional<AwsErrorDetails> details = Optional.ofNullable(refusal.awsErrorDetails());
    String code = details.map(AwsErrorDetails::errorCode).orElse("");
    String answer =
        (refusal.statusCode()
                + " "
                + code
                + details.map(AwsErrorDetails::errorMessage).map(text -> ": " + text).orElse(""))
            .strip();
    if (refusal.statusCode() == 404) {
      String what = code.equals("NoSuchBucket") ? "its bucket" : "it";
      return new Diagnosis(Kind.MISSING, what + " does not exist (" + answer + ")");
    }
    return DENIED.contains(refusal.statusCode()) || DENIED_CODES.contains(code)
        ? new Diagnosis(Kind.DENIED, STORE + " denied access (" + answer + ")")
        : new Diagnosis(Kind.FAILED, STORE + " failed (" + answer + ")");
  }
}
