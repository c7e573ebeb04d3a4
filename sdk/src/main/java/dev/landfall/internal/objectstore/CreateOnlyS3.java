package dev.landfall.internal.objectstore;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.iceberg.aws.AwsClientFactory;
import org.apache.iceberg.aws.S3FileIOAwsClientFactories;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.aws.s3.S3FileIOAwsClientFactory;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.services.s3.S3Client;

/** Makes Iceberg's file I/O for S3 so that it creates objects and replaces none. */
final class CreateOnlyS3 {

  private static final String ENDPOINT = "s3.endpoint";
  private static final String REGION = "client.region";
  private static final String HTTP_CLIENT = "http-client.type";

  private CreateOnlyS3() {}

  /** Makes it with Iceberg's settings, the key among them; the first access connects. */
  static FileIO open(Map<String, String> properties) {
    return open(properties, UnaryOperator.identity());
  }

  /** Makes it with Iceberg's settings, and the key that the catalog gives at each request. */
  static FileIO open(Map<String, String> properties, CatalogAccess access) {
    return open(
        StoreSettings.withoutS3Key(properties), client -> new CatalogKeyS3Client(client, access));
  }

  private static FileIO open(Map<String, String> properties, UnaryOperator<S3Client> signing) {
    Map<String, String> settings = new HashMap<>(properties);
    settings.putIfAbsent(HTTP_CLIENT, "urlconnection");
    if (settings.containsKey(ENDPOINT)) {
      // Nobody else's service looks at it, but a request cannot be signed without one.
      settings.putIfAbsent(REGION, "us-east-1");
    }
    S3FileIO io = new S3FileIO(() -> new CreateOnlyS3Client(signing.apply(client(settings))));
    io.initialize(settings);
    return io;
  }

  private static S3Client client(Map<String, String> settings) {
    Object factory = S3FileIOAwsClientFactories.initialize(settings);
    return factory instanceof S3FileIOAwsClientFactory forFiles
        ? forFiles.s3()
        : ((AwsClientFactory) factory).s3();
  }
}
