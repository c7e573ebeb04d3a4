package dev.landfall.testkit.server;

import dev.landfall.catalog.CatalogException;
import dev.landfall.config.Durability;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Serves the catalog in a directory until the process is asked to end: {@code --data DIR [--port N]
 * [--host HOST] [--token-file FILE] [--durability LEVEL]}. Prints the address when it serves. A
 * signal to end, such as SIGTERM, stops it gracefully with exit code 0. If it cannot serve it says
 * so in one line on the error stream, with exit code 2.
 */
public final class ServeCatalog {

  private static final String USAGE =
      "Usage: --data DIR [--port N] [--host HOST] [--token-file FILE] [--durability LEVEL]";

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
    Path tokenFile = null;
    String host = null;
    Integer port = null;
    Durability durability = Durability.IMMEDIATE;
    for (int i = 0; i < args.length; i += 2) {
      String flag = args[i];
      if (i + 1 == args.length || args[i + 1].startsWith("--")) {
        throw new IllegalArgumentException(flag + " lacks its value. " + USAGE);
      }
      String value = args[i + 1];
      switch (flag) {
        case "--data" -> data = path(flag, value);
        case "--token-file" -> tokenFile = path(flag, value);
        case "--host" -> host = value;
        case "--port" -> port = port(value);
        case "--durability" -> durability = Durability.of(value);
        default -> throw new IllegalArgumentException("Unknown flag " + flag + ". " + USAGE);
      }
    }
    if (data == null) {
      throw new IllegalArgumentException("--data is missing. " + USAGE);
    }
    CatalogServer.Builder builder = CatalogServer.builder(data).durability(durability);
    if (host != null) {
      builder.host(host);
    }
    if (port != null) {
      builder.port(port);
    }
    return tokenFile == null ? builder : withTokens(builder, tokenFile);
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
