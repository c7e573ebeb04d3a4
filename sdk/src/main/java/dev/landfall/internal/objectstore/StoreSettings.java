package dev.landfall.internal.objectstore;

import dev.landfall.model.StorageAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of object stores: those of the application, and for what it leaves open those of the
 * catalog. What makes a key is one setting: whoever brings a part of it gets no other part.
 */
final class StoreSettings {

  private static final Logger LOG = LoggerFactory.getLogger(StoreSettings.class);

  static final String S3_KEY_ID = "s3.access-key-id";
  static final String S3_SECRET = "s3.secret-access-key";
  static final String S3_TOKEN = "s3.session-token";

  /**
   * How the names begin that make a key to S3. A client of the application's own, and a source of
   * keys, have theirs.
   */
  private static final List<String> S3_KEY =
      List.of(
          S3_KEY_ID,
          S3_SECRET,
          S3_TOKEN,
          "s3.client-factory-impl",
          "client.factory",
          "client.credentials-provider",
          "client.assume-role.");

  private static final List<List<String>> KEYS =
      List.of(
          S3_KEY,
          List.of("gcs.oauth2.", "gcs.no-auth", "gcs.impersonate."),
          List.of("adls.auth.", "adls.sas-token", "adls.token"));

  private StoreSettings() {}

  /** Returns what is to be used, by its names. */
  static Map<String, String> of(Map<String, String> own, Optional<StorageAccess> catalogs) {
    Map<String, String> settings = new TreeMap<>(own);
    catalogs.ifPresent(
        access ->
            access
                .properties()
                .forEach(
                    (name, value) -> {
                      if (mayComeFromCatalog(name) && !isOwn(name, own)) {
                        settings.putIfAbsent(name, value);
                      }
                    }));
    return settings;
  }

  /** Tells whether the key to S3 is the catalog's. */
  static boolean hasCatalogsS3Key(Map<String, String> own, Optional<StorageAccess> catalogs) {
    return !isOwn(S3_KEY_ID, own)
        && catalogs.map(access -> access.properties().containsKey(S3_KEY_ID)).orElse(false);
  }

  /** Returns settings without a key to S3. */
  static Map<String, String> withoutS3Key(Map<String, String> settings) {
    Map<String, String> rest = new TreeMap<>(settings);
    rest.keySet().removeIf(name -> beginsLike(S3_KEY, name));
    return rest;
  }

  private static boolean isOwn(String name, Map<String, String> own) {
    return KEYS.stream()
        .filter(key -> beginsLike(key, name))
        .anyMatch(key -> own.keySet().stream().anyMatch(other -> beginsLike(key, other)));
  }

  private static boolean beginsLike(List<String> beginnings, String name) {
    return beginnings.stream().anyMatch(name::startsWith);
  }

  /** What runs in this process, by the name of a class, is not for the catalog to say. */
  private static boolean mayComeFromCatalog(String name) {
    boolean taken =
        name.equals("client.region")
            || (beginsLike(List.of("s3.", "gcs.", "adls."), name)
                && !name.endsWith("-impl")
                && !name.contains("provider"));
    if (!taken) {
      LOG.debug("The setting '{}' is not taken from the catalog", name);
    }
    return taken;
  }
}
