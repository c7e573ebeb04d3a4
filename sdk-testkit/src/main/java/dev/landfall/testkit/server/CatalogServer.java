package dev.landfall.testkit.server;

import static java.util.Objects.requireNonNull;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.internal.engine.DirectoryCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves a catalog over HTTP/1.1 and HTTP/2, on loopback unless told otherwise. Thread-safe; runs
 * until it is closed.
 */
public final class CatalogServer implements AutoCloseable {

  private final Catalog catalog;
  private final boolean ownCatalog;
  private final JettyServer jetty;

  private CatalogServer(Catalog catalog, boolean ownCatalog, JettyServer jetty) {
    this.catalog = catalog;
    this.ownCatalog = ownCatalog;
    this.jetty = jetty;
  }

  /**
   * Opens the catalog in a directory and serves it at a free port; closing the server closes it.
   *
   * @throws CatalogException if the directory cannot be opened, perhaps because another has it open
   */
  public static CatalogServer serve(Path directory) {
    return builder(directory).start();
  }

  /** Starts the settings of a server of a catalog, which stays the caller's to close. */
  public static Builder builder(Catalog catalog) {
    return new Builder(catalog, null);
  }

  /** Starts the settings of a server of the catalog in a directory. */
  public static Builder builder(Path directory) {
    return new Builder(null, directory);
  }

  /** Returns the address that clients connect to, with the path prefix if there is one. */
  public URI uri() {
    return jetty.uri();
  }

  /**
   * Stops: new requests are refused, those that run have the {@link Builder#stopTimeout} to end,
   * then all connections are closed. Closing again has no effect.
   */
  @Override
  public void close() {
    jetty.close();
    if (ownCatalog) {
      catalog.close();
    }
  }

  /** The settings of a server. Not for use by several threads. */
  public static final class Builder {

    private final @Nullable Catalog catalog;
    private final @Nullable Path directory;
    private final JettyServer.Settings settings = new JettyServer.Settings();

    private Builder(@Nullable Catalog catalog, @Nullable Path directory) {
      this.catalog = catalog;
      this.directory = directory;
    }

    /** Listens at an address of this machine, instead of at loopback only. */
    public Builder host(String host) {
      settings.host = host;
      return this;
    }

    /** Listens at a port; 0, the default, is any that is free. */
    public Builder port(int port) {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("Invalid port " + port + ": give 0 to 65535");
      }
      settings.port = port;
      return this;
    }

    /** Serves below a path, such as {@code /lake}. */
    public Builder pathPrefix(String prefix) {
      if (!prefix.matches("(/[A-Za-z0-9_-]+)*")) {
        throw new IllegalArgumentException(
            "Invalid path prefix: give segments of letters, digits, '_' and '-', such as /lake");
      }
      settings.pathPrefix = prefix;
      return this;
    }

    /** Demands one of these bearer tokens of every request but {@code /health}. */
    public Builder tokens(Set<String> tokens) {
      settings.tokens = Tokens.of(tokens);
      return this;
    }

    /**
     * Demands one of the tokens in a file, one in a line, which is read again when it changes.
     *
     * @throws IOException if it cannot be read, or holds none
     */
    public Builder tokenFile(Path file) throws IOException {
      settings.tokens = Tokens.in(file);
      return this;
    }

    /** Speaks TLS with the key in a store, whose password is its entry's too. */
    public Builder tls(KeyStore store, String password) {
      settings.keyStore = store;
      settings.keyStorePassword = password;
      return this;
    }

    /** Refuses longer bodies with 413; unless set, the longest commit is just allowed. */
    public Builder maxRequestBytes(int bytes) {
      settings.maxRequestBytes = requirePositive("maxRequestBytes", bytes);
      return this;
    }

    /** Runs at most so many requests at once; 64 unless set. */
    public Builder maxConcurrent(int requests) {
      settings.maxConcurrent = requirePositive("maxConcurrent", requests);
      return this;
    }

    /** Lets at most so many more requests wait, and refuses others with 429; 128 unless set. */
    public Builder maxQueued(int requests) {
      settings.maxQueued = requirePositive("maxQueued", requests);
      return this;
    }

    /** Closes a connection on which nothing happens for so long; 60 seconds unless set. */
    public Builder idleTimeout(Duration timeout) {
      settings.idleTimeout = timeout;
      return this;
    }

    /** Gives running requests so long to end when the server stops; 10 seconds unless set. */
    public Builder stopTimeout(Duration timeout) {
      settings.stopTimeout = timeout;
      return this;
    }

    /**
     * Opens the catalog if need be, and serves it.
     *
     * @throws CatalogException if the directory cannot be opened; nothing listens
     * @throws UncheckedIOException if the port cannot be used
     */
    public CatalogServer start() {
      Catalog served =
          catalog != null
              ? catalog
              : DirectoryCatalog.open(
                  requireNonNull(directory), DirectoryCatalog.Options.defaults());
      try {
        return new CatalogServer(served, catalog == null, JettyServer.start(served, settings));
      } catch (RuntimeException e) {
        if (catalog == null) {
          served.close();
        }
        throw e;
      }
    }

    private static int requirePositive(String setting, int value) {
      if (value < 1) {
        throw new IllegalArgumentException("Invalid " + setting + " " + value + ": give 1 or more");
      }
      return value;
    }
  }
}
