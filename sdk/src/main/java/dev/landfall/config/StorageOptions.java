package dev.landfall.config;

import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a client reaches the object stores in which files of its projects lie. Immutable and safe for
 * use by many threads; no method does I/O. A key stands in no log, no exception and no saved
 * commit. Of no meaning for files on the local disk.
 *
 * <p>What is not set here is asked of the catalog, if that {@linkplain
 * dev.landfall.catalog.Capability#STORAGE_ACCESS tells}; a key is one setting, so whoever sets a
 * part of it, or a source of keys, gets no part from the catalog. What the catalog does not tell
 * comes from where the store's own library takes it: for S3 that is its default chain of
 * environment variables, system properties, profile files and instance roles.
 *
 * <p>Every setting is one of Iceberg's file I/O, and has its name: those that begin with {@code
 * s3.} and {@code client.} for {@code s3:} locations, {@code gcs.} for {@code gs:}, {@code adls.}
 * for {@code abfs:} and {@code abfss:}.
 */
public final class StorageOptions {

  private static final StorageOptions DEFAULTS = new StorageOptions(Map.of());

  private final Map<String, String> properties;

  private StorageOptions(Map<String, String> properties) {
    this.properties = Collections.unmodifiableMap(properties);
  }

  /** Returns the options in which nothing is set. */
  public static StorageOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Returns options with the address of an S3 service other than that of AWS. Unless {@linkplain
   * #withS3Region set}, the region is {@code us-east-1} then.
   *
   * @throws IllegalArgumentException if it is not an {@code http:} or {@code https:} address, or
   *     holds a user name or password
   */
  public StorageOptions withS3Endpoint(URI endpoint) {
    String scheme = endpoint.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!http || endpoint.getHost() == null || endpoint.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "Invalid S3 endpoint: it is not like https://host:port; keys are given by"
              + " withS3Credentials");
    }
    return with("s3.endpoint", endpoint.toString());
  }

  /** Returns options by which the bucket stands in the path of a request, not in its host name. */
  public StorageOptions withS3PathStyleAccess() {
    return with("s3.path-style-access", "true");
  }

  /** Returns options with the region of the buckets. */
  public StorageOptions withS3Region(String region) {
    return with("client.region", region);
  }

  /** Returns options with a key of one's own, instead of one that the default chain finds. */
  public StorageOptions withS3Credentials(String accessKeyId, String secretAccessKey) {
    return with("s3.access-key-id", accessKeyId).with("s3.secret-access-key", secretAccessKey);
  }

  /**
   * Returns options with a further setting of Iceberg's file I/O.
   *
   * @param name for example {@code s3.sse.type}; an earlier value of it is replaced
   */
  public StorageOptions with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** Returns options with further settings of Iceberg's file I/O, by their names. */
  public StorageOptions with(Map<String, String> settings) {
    Map<String, String> more = new TreeMap<>(properties);
    more.putAll(settings);
    return new StorageOptions(more);
  }

  /** Returns the settings by their names, keys among them; unmodifiable. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Returns whether the same is set to the same values. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StorageOptions options && properties.equals(options.properties);
  }

  @Override
  public int hashCode() {
    return properties.hashCode();
  }

  /** Returns the names of what is set, without the values. */
  @Override
  public String toString() {
    return "StorageOptions" + properties.keySet();
  }
}
