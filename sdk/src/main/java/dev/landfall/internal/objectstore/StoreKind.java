package dev.landfall.internal.objectstore;

import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.StorageAccess;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;

/**
 * The kinds of object stores, each reached by a file I/O of Iceberg's in an artifact of its own.
 */
enum StoreKind {
  S3(
      "s3 s3a s3n",
      "org.apache.iceberg.aws.s3.S3FileIO",
      "software.amazon.awssdk.services.s3.S3Client"
          + " software.amazon.awssdk.services.sts.StsClient"
          + " software.amazon.awssdk.services.kms.KmsClient"
          + " software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient"
          + " dev.failsafe.Failsafe",
      "org.apache.iceberg:iceberg-aws with software.amazon.awssdk:s3, sts, kms and"
          + " url-connection-client and dev.failsafe:failsafe"),
  GCS(
      "gs",
      "org.apache.iceberg.gcp.gcs.GCSFileIO",
      "com.google.cloud.storage.Storage",
      "org.apache.iceberg:iceberg-gcp with com.google.cloud:google-cloud-storage"),
  ADLS(
      "abfs abfss wasb wasbs",
      "org.apache.iceberg.azure.adlsv2.ADLSFileIO",
      "com.azure.storage.file.datalake.DataLakeFileClient",
      "org.apache.iceberg:iceberg-azure with com.azure:azure-storage-file-datalake and"
          + " azure-identity");

  private final String schemes;
  private final String fileIo;
  private final String otherClasses;
  private final String artifacts;

  StoreKind(String schemes, String fileIo, String otherClasses, String artifacts) {
    this.schemes = schemes;
    this.fileIo = fileIo;
    this.otherClasses = otherClasses;
    this.artifacts = artifacts;
  }

  /** Returns the kind of store that a location is in; empty if it is of none of them. */
  static Optional<StoreKind> of(String location) {
    int colon = location.indexOf("://");
    String scheme = colon < 0 ? "" : location.substring(0, colon).toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(kind -> kind.hasScheme(scheme)).findFirst();
  }

  /** Returns the scheme that stands for all of them where they mean the same. */
  String scheme(String given) {
    return this == S3 ? "s3" : given;
  }

  /**
   * Refuses to go on without the libraries of the store.
   *
   * @throws NotSupportedException naming the artifacts, if one is missing
   */
  void requireLibraries(String location) {
    for (String name : (fileIo + " " + otherClasses).split(" ", -1)) {
      if (!isPresent(name)) {
        throw new NotSupportedException(
            "Cannot use location '"
                + location
                + "': the class "
                + name
                + " is not on the class path; add "
                + artifacts);
      }
    }
  }

  /** Makes the file I/O; connects to no store. */
  FileIO open(Map<String, String> own, CatalogAccess access) {
    Optional<StorageAccess> told = access.current();
    Map<String, String> settings = StoreSettings.of(own, told);
    if (this != S3) {
      return CatalogUtil.loadFileIO(fileIo, settings, null);
    }
    return StoreSettings.hasCatalogsS3Key(own, told)
        ? CreateOnlyS3.open(settings, access)
        : CreateOnlyS3.open(settings);
  }

  /** Tells what an exception of the store's library means. */
  Diagnosis diagnose(Exception failure) {
    return this == S3 ? S3Diagnosis.of(failure) : Diagnosis.of(name(), failure);
  }

  private boolean hasScheme(String scheme) {
    return List.of(schemes.split(" ", -1)).contains(scheme);
  }

  private static boolean isPresent(String name) {
    try {
      Class.forName(name, false, StoreKind.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
