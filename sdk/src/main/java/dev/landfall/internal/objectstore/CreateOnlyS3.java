package dev.landfall.internal.objectstore;

import java.util.HashMap;
import java.util.Map;
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

  /** Makes it with Iceberg's settings; the first access connects. */
  static FileIO open(Map<String, String> properties) {
    Map<String, String> settings = new HashMap<>(properties);
    settings.putIfAbsent(HTTP_CLIENT, "urlconnection");
    if (settings.containsKey(ENDPOINT)) {
      // Nobody else's service looks at it, but a request cannot be signed without one.
      settings.putIfAbsent(REGION, "us-east-1");
    }
    S3FileIO io = new S3FileIO(() -> new CreateOnlyS3Client(client(settings)));
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
