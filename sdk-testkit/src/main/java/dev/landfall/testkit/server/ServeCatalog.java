package dev.landfall.testkit.server;

import dev.landfall.catalog.CatalogException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import dev.landfall.config.StorageOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves a catalog until the process is asked to end: {@code --data DIR} for one in a directory, or
 * {@code --database jdbc:postgresql://... [--password-file FILE]} for one in PostgreSQL, and {@code
 * [--port N] [--host HOST] [--token-file FILE] [--durability LEVEL] [--warehouse LOCATION]
 * [--storage-property NAME=VALUE]... [--storage-access-file FILE]}. Prints the address when it
 * serves. A signal to end, such as SIGTERM, stops it gracefully with exit code 0. If it cannot
 * serve it says so in one line on the error stream, with exit code 2.
 *
 * <p>{@code --warehouse} places the files of new projects, at {@code s3://bucket/path} for example
 * (see {@link dev.landfall.LandfallClient.Builder#warehouse(String)}); {@code --storage-property},
 * as often as needed, is a setting of the object store by its name in {@link StorageOptions}, such
 * as {@code s3.endpoint=https://host:port}. No key or token is taken there, where every user of the
 * machine can read it: the store's own library finds them, for S3 by its default chain, in the
 * environment variables {@code AWS_ACCESS_KEY_ID} and {@code AWS_SECRET_ACCESS_KEY} for example.
 *
 * <p>{@code --storage-access-file} tells clients the way to the object store, as {@link
 * CatalogServer.Builder#storageAccess} does: a file of Java properties, by their names in {@link
 * dev.landfall.model.StorageAccess}, and {@code expires-at}, an instant in ISO 8601, if they
 * expire. It is read for each request, so that other keys can be put in its place.
 */
public final class ServeCatalog {

  private static final String USAGE =
      "Usage: --data DIR | --database JDBC-URL [--password-file FILE],"
          + " [--port N] [--host HOST] [--token-file FILE] [--durability LEVEL]"
          + " [--warehouse LOCATION] [--storage-property NAME=VALUE]..."
          + " [--storage-access-file FILE]";

  /** Words of names whose values nobody else may see. */
  private static final Pattern SECRET =
      Pattern.compile(".*\\b(secret|token|password|key|connection-string|sas)\\b.*");

  private ServeCatalog() {}

  /** Runs the program. */
  public static void main(String[] args) throws InterruptedException {
    CatalogServer server = start(args, System.err);
    if (server == null) {
      System.exit(2);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "landfall-stop"));
    System.out.println("Serving at " + server.uri());
    new CountDownLatch(1).await();
  }

  /**
   * After a signal the JVM would end with the number of the signal, as if it had been a failure.
   */
  private static void stop(CatalogServer server) {
    server.close();
    Runtime.getRuntime().halt(0);
  }

  private static @Nullable CatalogServer start(String[] args, PrintStream err) {
    try {
      return parse(args).start();
    } catch (IllegalArgumentException | IOException | UncheckedIOException | CatalogException e) {
      err.println("Cannot serve: " + e.getMessage());
    }
    return null;
  }

  private static CatalogServer.Builder parse(String[] args) throws IOException {
    Path data = null;
    URI database = null;
    Path passwordFile = null;
    Path tokenFile = null;
    Path accessFile = null;
    String host = null;
    Integer port = null;
    String warehouse = null;
    StorageOptions storage = StorageOptions.defaults();
    Durability durability = Durability.IMMEDIATE;
    for (int i = 0; i < args.length; i += 2) {
      String flag = args[i];
      if (i + 1 == args.length || args[i + 1].startsWith("--")) {
        throw new IllegalArgumentException(flag + " lacks its value. " + USAGE);
      }
      String value = args[i + 1];
      switch (flag) {
        case "--data" -> data = path(flag, value);
        case "--database" -> database = address(value);
        case "--password-file" -> passwordFile = path(flag, value);
        case "--token-file" -> tokenFile = path(flag, value);
        case "--host" -> host = value;
        case "--port" -> port = port(value);
        case "--warehouse" -> warehouse = value;
        case "--storage-property" -> storage = withProperty(storage, value);
        case "--storage-access-file" -> accessFile = path(flag, value);
        case "--durability" -> durability = Durability.of(value);
        default -> throw new IllegalArgumentException("Unknown flag " + flag + ". " + USAGE);
      }
    }
    CatalogServer.Builder builder =
        builder(data, database, passwordFile).durability(durability).storage(storage);
    if (warehouse != null) {
      builder.warehouse(warehouse);
    }
    if (host != null) {
      builder.host(host);
    }
    if (port != null) {
      builder.port(port);
    }
    if (accessFile != null) {
      builder.storageAccess(storageAccess(accessFile));
    }
    return tokenFile == null ? builder : withTokens(builder, tokenFile);
  }

  private static CatalogServer.Builder builder(
      @Nullable Path data, @Nullable URI database, @Nullable Path passwordFile) {
    if (data != null && database == null && passwordFile == null) {
      return CatalogServer.builder(data);
    }
    if (data == null && database != null) {
      PostgresOptions.Builder options = PostgresOptions.builder();
      if (passwordFile != null) {
        options.password(() -> password(passwordFile));
      }
      return CatalogServer.builder(database, options.build());
    }
    throw new IllegalArgumentException(
        data == null
            ? "--data is missing, and --database too. " + USAGE
            : "--data stands for itself, without --database and --password-file. " + USAGE);
  }

  /** Reads the file anew for each connection, so that the password can change. */
  private static String password(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the password file " + file, e);
    }
  }

  private static URI address(String value) {
    URI address;
    try {
      address = URI.create(value);
    } catch (IllegalArgumentException e) {
      // Its message would repeat the address, which may hold a password.
      address = URI.create("none:");
    }
    if (!"jdbc".equals(address.getScheme())) {
      throw new IllegalArgumentException("--database is no JDBC address. " + USAGE);
    }
    return address;
  }

  /** Adds a setting, and refuses one that should not stand on a command line. */
  private static StorageOptions withProperty(StorageOptions storage, String property) {
    int end = property.indexOf('=');
    if (end < 1) {
      throw new IllegalArgumentException("--storage-property is not like NAME=VALUE. " + USAGE);
    }
    String name = property.substring(0, end);
    if (SECRET.matcher(name.toLowerCase(Locale.ROOT)).matches()) {
      throw new IllegalArgumentException(
          "--storage-property does not take "
              + name
              + ", which all users of the machine could read; leave it to the default chain of the"
              + " store's library, such as the environment variables AWS_ACCESS_KEY_ID and"
              + " AWS_SECRET_ACCESS_KEY");
    }
    return storage.with(name, property.substring(end + 1));
  }

  private static StorageAccessFile storageAccess(Path file) throws IOException {
    try {
      return StorageAccessFile.open(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException("Cannot use --storage-access-file " + file + ": " + e.getMessage(), e);
    }
  }

  private static CatalogServer.Builder withTokens(CatalogServer.Builder builder, Path file)
      throws IOException {
    try {
      return builder.tokenFile(file);
    } catch (IOException e) {
      throw new IOException("Cannot use --token-file " + file + ": " + e.getMessage(), e);
    }
  }

  private static Path path(String flag, String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(flag + " is not a path: " + e.getMessage(), e);
    }
  }

  private static int port(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--port is not a number. " + USAGE, e);
    }
  }
}
