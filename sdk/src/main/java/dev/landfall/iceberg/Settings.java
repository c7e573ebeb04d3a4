package dev.landfall.iceberg;

import dev.landfall.config.Durability;
import dev.landfall.config.StorageOptions;
import dev.landfall.model.BranchName;
import dev.landfall.model.ProjectName;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogProperties;
import org.jspecify.annotations.Nullable;

/**
 * What the properties of a catalog say.
 *
 * @param directory of the catalog, or null
 * @param address of the catalog over HTTP, or null
 * @param project its name
 * @param branch its name
 * @param durability null if not set
 * @param token a secret, or null
 * @param storage how to reach object stores
 */
record Settings(
    @Nullable Path directory,
    @Nullable URI address,
    String project,
    String branch,
    @Nullable Durability durability,
    @Nullable String token,
    StorageOptions storage) {

  static final String TOKEN = "token";
  static final String DURABILITY = "durability";

  /** The branch that every project is created with. */
  static final String FIRST_BRANCH = "main";

  /** How the names of Iceberg's settings for object stores begin. */
  private static final List<String> OF_STORAGE =
      List.of("s3.", "client.", "http-client.", "gcs.", "adls.");

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):.*");

  /**
   * Reads the properties.
   *
   * @throws IllegalArgumentException if one is missing, or has no meaning; the message says which
   */
  static Settings of(Map<String, String> properties) {
    if (properties.containsKey(CatalogProperties.FILE_IO_IMPL)) {
      throw new IllegalArgumentException(
          "Cannot use property 'io-impl': the catalog reads and writes the project's files itself,"
              + " so that older commits keep theirs; leave it out");
    }
    String uri = require(properties, CatalogProperties.URI, "a directory, file: or http(s): URI");
    String warehouse =
        require(properties, CatalogProperties.WAREHOUSE_LOCATION, "project or project@branch");
    int at = warehouse.indexOf('@');
    String project = at < 0 ? warehouse : warehouse.substring(0, at);
    String branch = at < 0 ? FIRST_BRANCH : warehouse.substring(at + 1);
    String durability = properties.get(DURABILITY);
    String scheme = scheme(uri);
    boolean remote = scheme.equals("http") || scheme.equals("https");
    Settings settings =
        new Settings(
            remote ? null : directory(uri, scheme),
            remote ? URI.create(uri) : null,
            new ProjectName(project).toString(),
            new BranchName(branch).toString(),
            durability == null ? null : Durability.of(durability),
            properties.get(TOKEN),
            storage(properties));
    settings.requireFitting();
    return settings;
  }

  private void requireFitting() {
    if (address != null && durability != null) {
      throw new IllegalArgumentException(
          "Cannot use property 'durability' with an http(s): uri: the server has its own; leave it"
              + " out");
    }
    if (directory != null && token != null) {
      throw new IllegalArgumentException(
          "Cannot use property 'token' with a directory as uri; leave it out");
    }
  }

  private static StorageOptions storage(Map<String, String> properties) {
    Map<String, String> ofStorage = new HashMap<>(properties);
    ofStorage.keySet().removeIf(name -> OF_STORAGE.stream().noneMatch(name::startsWith));
    return StorageOptions.defaults().with(ofStorage);
  }

  private static Path directory(String uri, String scheme) {
    try {
      if (scheme.isEmpty()) {
        return Path.of(uri);
      }
      if (scheme.equals("file")) {
        URI parsed = URI.create(uri);
        return parsed.isOpaque() ? Path.of(parsed.getSchemeSpecificPart()) : Path.of(parsed);
      }
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("Invalid property 'uri': " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        "Cannot use property 'uri' with scheme '"
            + scheme
            + "'; give a directory, file: or http(s): URI");
  }

  private static String scheme(String uri) {
    var matcher = SCHEME.matcher(uri);
    return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
  }

  private static String require(Map<String, String> properties, String key, String meaning) {
    String value = properties.get(key);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException("Set property '" + key + "' to " + meaning);
    }
    return value;
  }

  @Override
  public String toString() {
    return (directory == null ? String.valueOf(address) : directory.toString())
        + ", "
        + project
        + "@"
        + branch;
  }
}
