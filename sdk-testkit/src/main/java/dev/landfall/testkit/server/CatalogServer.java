package dev.landfall.testkit.server;

import static java.util.Objects.requireNonNull;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.config.StorageOptions;
import dev.landfall.model.StorageAccess;
import dev.landfall.testkit.internal.KeptOpenCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves a catalog over HTTP/1.1 and HTTP/2, on loopback unless told otherwise. Thread-safe; runs
 * until it is closed.
 *
 * <p>At {@link #uri()} it speaks the protocol of the SDK, and below that, at {@code /iceberg}, the
 * Iceberg REST catalog protocol, so that an engine works on a branch as on any Iceberg catalog: its
 * {@code uri} is {@code uri() + "/iceberg"}, its {@code warehouse} is {@code project} or {@code
 * project@branch}, {@code main} unless given. Both must exist. Token, limits and log are the same
 * for both protocols.
 *
 * <ul>
 *   <li>Each change is one commit in the history of the branch, with a message, as those of {@link
 *       dev.landfall.iceberg.LandfallCatalog} are. A transaction over many tables is one commit:
 *       all of it or nothing.
 *   <li>An {@code Idempotency-Key} is the operation id of the commit: a change that is sent again
 *       with its key is answered by what it did the first time. A refusal is not kept; a request
 *       that was refused is looked at anew.
 *   <li>There are no views and no scan planning.
 *   <li>If there is a {@link Builder#storageAccess}, a client that asks for it ({@code
 *       X-Iceberg-Access-Delegation: vended-credentials}) gets it in the configuration of a table
 *       that it loads, creates or registers, and with it where to get other keys before they
 *       expire.
 *   <li>The server reads and writes the metadata files of the tables, so this protocol needs the
 *       projects' locations on its local disk, or in an object store that it can reach ({@link
 *       Builder#storage}), also where the catalog is a remote one. Clients read and write data
 *       files at the same locations, with their own settings of the store or those of {@link
 *       Builder#storageAccess}.
 *   <li>The server deletes no file. A client that deletes files itself, to expire snapshots, say,
 *       or to remove orphans, takes them from older commits and other branches too.
 * </ul>
 */
public final class CatalogServer implements AutoCloseable {

  private final LandfallClient client;
  private final JettyServer jetty;

  private CatalogServer(LandfallClient client, JettyServer jetty) {
    this.client = client;
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
    return new Builder(LandfallClient.builder().catalog(catalog), false);
  }

  /** Starts the settings of a server of the catalog in a directory. */
  public static Builder builder(Path directory) {
    return new Builder(LandfallClient.builder().directory(directory), true);
  }

  /**
   * Starts the settings of a server of the catalog in a PostgreSQL database, which others may have
   * open too. Needs the driver {@code org.postgresql:postgresql} on the class path.
   *
   * @param database {@code jdbc:postgresql://host:port/database}, with the parameters that {@link
   *     LandfallClient#connect} knows
   * @throws IllegalArgumentException if it is no JDBC address
   */
  public static Builder builder(URI database, PostgresOptions options) {
    if (!"jdbc".equalsIgnoreCase(database.getScheme())) {
      throw new IllegalArgumentException(
          "The address of the database is not like jdbc:postgresql://host:port/database");
    }
    return new Builder(LandfallClient.builder().uri(database).postgres(options), true);
  }

  /** Returns the address that clients connect to, with the path prefix if there is one. */
  public URI uri() {
    return jetty.uri();
  }

  /**
   * Stops: no connection is accepted, new requests on open ones are answered 503, those that run
   * have the {@link Builder#stopTimeout} to end, then all connections are closed. A catalog that
   * the server opened is closed with it. Closing again has no effect.
   */
  @Override
  public void close() {
    try (client) {
      jetty.close();
    }
  }

  /** The settings of a server. Not for use by several threads. */
  public static final class Builder {

    private final LandfallClient.Builder client;
    private final boolean opensCatalog;
    private final JettyServer.Settings settings = new JettyServer.Settings();
    private @Nullable Catalog served;
    private @Nullable Supplier<StorageAccess> access;

    private Builder(LandfallClient.Builder client, boolean opensCatalog) {
      // Whoever sends a request sends it again.
      this.client = client.retryPolicy(RetryPolicy.none());
      this.opensCatalog = opensCatalog;
    }

    /**
     * Answers a publish before it survives a power cut, if the level is below {@link
     * Durability#IMMEDIATE}.
     *
     * @throws IllegalStateException if the server does not open the catalog itself
     */
    public Builder durability(Durability level) {
      requireOpensCatalog("durability");
      client.durability(level);
      return this;
    }

    /**
     * Places the files of projects that are created by this server, as {@link
     * LandfallClient.Builder#warehouse(String)} does. Clients reach the same place by themselves.
     *
     * @throws IllegalStateException if the server does not open the catalog itself
     */
    public Builder warehouse(String location) {
      requireOpensCatalog("warehouse");
      client.warehouse(location);
      return this;
    }

    /**
     * Sets how the server reaches the object stores in which files of projects lie; {@link
     * StorageOptions#defaults()} unless set. No client is told of it; for them there is {@link
     * #storageAccess}.
     */
    public Builder storage(StorageOptions options) {
      client.storage(options);
      return this;
    }

    /**
     * Tells clients how to reach the object stores in which projects lie, so that they need nothing
     * but the address of this server and a token. Everybody whom the server lets in is told: where
     * others can reach it, set a {@link #token}. A catalog that tells its clients by itself is
     * asked unless this is set.
     *
     * @param access asked for each request, by many threads; gives keys that have not expired, best
     *     temporary ones that reach these projects only. If it fails, the request is answered 503
     *     and the client asks again; the log names the class of the exception only, since its words
     *     may be secret, so let it log them itself
     */
    public Builder storageAccess(Supplier<StorageAccess> access) {
      this.access = access;
      return this;
    }

    /** Listens at an address of this machine, instead of at loopback only; IPv6 works too. */
    public Builder host(String host) {
      String bare =
          host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
      if (bare.isBlank()) {
        throw new IllegalArgumentException("The host is empty: give a name or an address");
      }
      settings.host = bare;
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

    /**
     * Accepts a bearer token. As soon as there is one, every request but {@code /health} needs one.
     *
     * @throws IllegalArgumentException if it is empty, or not of visible ASCII only
     */
    public Builder token(String token) {
      if (!token.matches("[!-~]+")) {
        throw new IllegalArgumentException("Invalid token: give visible ASCII, without spaces");
      }
      settings.tokens.add(token);
      return this;
    }

    /**
     * Accepts each of these bearer tokens, as {@link #token} does.
     *
     * @throws IllegalArgumentException if one is empty, or not of visible ASCII only
     */
    public Builder tokens(Set<String> tokens) {
      tokens.forEach(this::token);
      return this;
    }

    /**
     * Accepts the tokens in a file too, one in a line. It is read again when it changes; while it
     * holds none, those from before stay valid.
     *
     * @throws IOException if it cannot be read, or holds none
     */
    public Builder tokenFile(Path file) throws IOException {
      settings.tokenFile = TokenFile.open(file);
      return this;
    }

    /** Speaks TLS with the key in a store, whose password is its entry's too. */
    public Builder tls(KeyStore store, String password) {
      return tls(store, password.toCharArray());
    }

    /** Speaks TLS with the key in a store, whose password is its entry's too; copied. */
    public Builder tls(KeyStore store, char[] password) {
      settings.keyStore = store;
      settings.keyStorePassword = password.clone();
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

    /**
     * Closes a connection on which nothing happens for so long, and refuses a body that takes
     * longer to arrive; 60 seconds unless set.
     */
    public Builder idleTimeout(Duration timeout) {
      if (timeout.toMillis() < 1) {
        throw new IllegalArgumentException(
            "Invalid idleTimeout " + timeout + ": give 1 ms or more");
      }
      settings.idleTimeout = timeout;
      return this;
    }

    /** Gives running requests so long to end when the server stops; 10 seconds unless set. */
    public Builder stopTimeout(Duration timeout) {
      if (timeout.isNegative()) {
        throw new IllegalArgumentException("Invalid stopTimeout " + timeout + ": give 0 or more");
      }
      settings.stopTimeout = timeout;
      return this;
    }

    /**
     * Logs each request in one line at INFO, by the logger {@code dev.landfall.testkit.requests};
     * so it does unless told otherwise. No token is ever logged.
     */
    public Builder requestLog(boolean logged) {
      settings.requestLog = logged;
      return this;
    }

    /**
     * Opens the catalog if need be, and serves it.
     *
     * @throws CatalogException if the directory or database cannot be opened; nothing listens
     * @throws IllegalArgumentException if the address of the database, or the warehouse, cannot be
     *     one of a catalog
     * @throws UncheckedIOException if the port cannot be used
     */
    public CatalogServer start() {
      LandfallClient opened = client.decorateCatalog(this::serve).build();
      try {
        return new CatalogServer(
            opened, JettyServer.start(seen(requireNonNull(served)), opened, settings));
      } catch (RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    /** Takes the catalog that was opened; a given one stays open when its client is closed. */
    private Catalog serve(Catalog opened) {
      Catalog catalog = opensCatalog ? opened : new KeptOpenCatalog(opened);
      served = catalog;
      return catalog;
    }

    /** Returns the catalog as clients see it; the server itself has its own way to the storage. */
    private Catalog seen(Catalog catalog) {
      return access == null ? catalog : new VendingCatalog(catalog, access);
    }

    private void requireOpensCatalog(String setting) {
      if (!opensCatalog) {
        throw new IllegalStateException(
            "The " + setting + " is that of the given catalog: set it where that is opened");
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
