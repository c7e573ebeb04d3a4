package dev.landfall.examples.benchmarks;

import dev.landfall.config.StorageOptions;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;

/** Access to the S3 server of a benchmark: the same settings for the SDK and for Iceberg. */
final class S3Files {

  private S3Files() {}

  static StorageOptions options(URI endpoint) {
    return StorageOptions.defaults()
        .withS3Endpoint(endpoint)
        .withS3PathStyleAccess()
        .withS3Region("us-east-1")
        .withS3Credentials("key", "secret")
        .with("http-client.type", "urlconnection");
  }

  /** Opens Iceberg's own file I/O. */
  static FileIO open(URI endpoint) {
    Map<String, String> properties = new HashMap<>(options(endpoint).properties());
    return CatalogUtil.loadFileIO("org.apache.iceberg.aws.s3.S3FileIO", properties, null);
  }
}
