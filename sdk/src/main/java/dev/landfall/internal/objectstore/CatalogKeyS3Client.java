package dev.landfall.internal.objectstore;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.model.StorageAccess;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;

/**
 * Signs each request with the key that the catalog gives at that moment. A request that the store
 * refuses because the key has expired, as a clock may be wrong, is sent once more with another key,
 * if the catalog has one. Safe for use by many threads.
 */
final class CatalogKeyS3Client extends DelegatingS3Client {

  private static final Set<String> EXPIRED = Set.of("ExpiredToken", "ExpiredTokenException");

  private final CatalogAccess access;

  CatalogKeyS3Client(S3Client delegate, CatalogAccess access) {
    super(delegate);
    this.access = access;
  }

  @Override
  protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
    Optional<StorageAccess> used = access.current();
    T signed = signed(request);
    try {
      return operation.apply(signed);
    } catch (S3Exception refusal) {
      if (!isExpired(refusal) || !isReplaced(used, refusal)) {
        throw refusal;
      }
      return operation.apply(signed);
    }
  }

  private boolean isReplaced(Optional<StorageAccess> used, S3Exception refusal) {
    try {
      return !access.insteadOf(used).equals(used);
    } catch (RuntimeException e) {
      refusal.addSuppressed(e);
      return false;
    }
  }

  private static boolean isExpired(S3Exception refusal) {
    return refusal.awsErrorDetails() != null
        && EXPIRED.contains(String.valueOf(refusal.awsErrorDetails().errorCode()));
  }

  @SuppressWarnings("unchecked") // the builder of a request builds a request of its class
  private <T extends S3Request> T signed(T request) {
    AwsRequestOverrideConfiguration.Builder settings =
        request
            .overrideConfiguration()
            .map(AwsRequestOverrideConfiguration::toBuilder)
            .orElseGet(AwsRequestOverrideConfiguration::builder);
    return (T)
        request.toBuilder()
            .overrideConfiguration(settings.credentialsProvider(this::key).build())
            .build();
  }

  private AwsCredentials key() {
    Map<String, String> properties =
        access.current().map(StorageAccess::properties).orElse(Map.of());
    String id = properties.get(StoreSettings.S3_KEY_ID);
    String secret = properties.get(StoreSettings.S3_SECRET);
    String token = properties.getOrDefault(StoreSettings.S3_TOKEN, "");
    if (id == null || secret == null) {
      throw new ProtocolException(
          "The catalog gave a key to S3 before, and gives none now; give one by StorageOptions",
          null);
    }
    return token.isEmpty()
        ? AwsBasicCredentials.create(id, secret)
        : AwsSessionCredentials.create(id, secret, token);
  }
}
