package dev.landfall.internal.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.internal.objectstore.Diagnosis.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NotFoundException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class DiagnosisTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(answer(404, "NoSuchKey"), Kind.MISSING),
        Arguments.of(answer(404, "NoSuchBucket"), Kind.MISSING),
        Arguments.of(answer(403, "AccessDenied"), Kind.DENIED),
        Arguments.of(answer(400, "ExpiredToken"), Kind.DENIED),
        Arguments.of(answer(400, "InvalidArgument"), Kind.FAILED),
        Arguments.of(answer(503, "SlowDown"), Kind.FAILED),
        Arguments.of(SdkClientException.create("Unable to load credentials"), Kind.DENIED),
        Arguments.of(SdkClientException.create("x", new IOException("reset")), Kind.FAILED),
        Arguments.of(AbortedException.create("Thread was interrupted"), Kind.INTERRUPTED),
        Arguments.of(new RuntimeException(new InterruptedException()), Kind.INTERRUPTED),
        Arguments.of(new InterruptedIOException("x"), Kind.INTERRUPTED),
        Arguments.of(new SocketTimeoutException("Read timed out"), Kind.FAILED),
        Arguments.of(new NotFoundException("x"), Kind.MISSING));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void tellsWhatCanBeDoneAbout(Exception failure, Kind kind) {
    assertThat(S3Diagnosis.of(failure).kind()).isEqualTo(kind);
  }

  @Test
  void tellsNoQueryOfAnAddressWhichMayBeASignature() {
    IOException failure =
        new IOException("GET https://store.example/bucket/file?sig=s3cret&se=1 answered 500");

    assertThat(Diagnosis.of("ADLS", failure).words())
        .isEqualTo(
            "the connection to ADLS broke off"
                + " (IOException: GET https://store.example/bucket/file?... answered 500)");
  }

  private static Exception answer(int status, String code) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage("text").build())
        .build();
  }
}
