package dev.landfall;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.PostgresOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.config.StorageOptions;
import dev.landfall.config.TimeSource;
import dev.landfall.event.ClientListener;
import dev.landfall.internal.commit.GuardedListener;
import dev.landfall.internal.commit.Publisher;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.internal.engine.PostgresCatalog;
import dev.landfall.internal.http.HttpCatalog;
import dev.landfall.internal.nessie.NessieCatalog;
import dev.landfall.internal.objectstore.CatalogAccess;
import dev.landfall.internal.retry.Backoff;
import dev.landfall.internal.retry.Pacing;
import dev.landfall.internal.retry.Retrier;
import dev.landfall.internal.retry.RetryingReads;
import dev.landfall.internal.simulated.SimulatedCatalog;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.storage.Warehouse;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entry to Landfall: one catalog, opened for this process. Reads no settings file and no
 * environment, except that the library of an object store may look for its credentials there.
 * Thread-safe; make one for each catalog and close it at the end.
 */
public final class LandfallClient implements AutoCloseable {

  private final Catalog catalog;
  private final Publisher publisher;
  private final Backoff backoff;
  private final ClientListener listener;
  private final TimeSource time;
  private final Storage storage;

  private LandfallClient(
      Catalog catalog,
      Publisher publisher,
      Backoff backoff,
      ClientListener listener,
      TimeSource time,
      Storage storage) {
    this.catalog = catalog;
    this.publisher = publisher;
    this.backoff = backoff;
    this.listener = listener;
    this.time = time;
    this.storage = storage;
  }

  /**
   * Opens the catalog in a directory, which is made if it does not exist. No server is needed. One
   * client at a time has a directory open for writing.
   *
   * @throws CatalogLockedException if another process or client has it open; the message names it
   * @throws CatalogDamagedException if the catalog's store is damaged; nothing was changed
   * @throws CatalogException if the directory cannot be used
   */
  public static LandfallClient open(Path directory) {
    return builder().directory(directory).build();
  }

  /**
   * Connects to a catalog that other processes use too. Table files are read and written by this
   * process itself, where the catalog says that its projects lie.
   *
   * <ul>
   *   <li>Over HTTP, {@code http:} or {@code https:}, with a path if the catalog has one. Does no
   *       I/O: a catalog that cannot be reached is found out by the first call that asks it.
   *   <li>In PostgreSQL, {@code jdbc:postgresql://host:port/database}; needs the driver {@code
   *       org.postgresql:postgresql} on the class path. Connects, and creates the catalog's tables
   *       where there are none: in the database schema {@code landfall}, or the one named by the
   *       parameter {@code currentSchema}, which holds nothing else. The parameter {@code
   *       warehouse} does the same as {@link Builder#warehouse}. Of the driver's own parameters
   *       those for the user, encryption and the choice of a host are taken.
   *   <li>In a Project Nessie server, {@code nessie+http://host:port/api/v2} or {@code
   *       nessie+https:}; the parameter {@code warehouse} does the same as {@link
   *       Builder#warehouse}. Does no I/O. Branch {@code main} of project {@code demo} is Nessie's
   *       branch {@code demo/main}, and its tables are Nessie's, so Nessie's other clients read
   *       them and write to them. A commit of theirs, to whatever table, moves the branch. With the
   *       parameter {@code root}, the project of that name has the repository's own branches when
   *       it is created, those without a slash, as its {@code main}; from then on it has them for
   *       every client.
   * </ul>
   *
   * @throws IllegalArgumentException if the address is of another kind, or holds a password or
   *     token; give those by {@link Builder#http} or {@link Builder#postgres}
   * @throws NotSupportedException if the driver is missing
   * @throws CatalogException if the database cannot be used; nothing but tables was created
   */
  public static LandfallClient connect(URI address) {
    return builder().uri(address).build();
  }

  /** Starts the settings of a client. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a project by its name. Does no I/O: a project that does not exist is found out by the
   * first call that asks the catalog.
   *
   * @throws IllegalArgumentException if the name is not one that a project can have
   */
  public Project project(String name) {
    return new Project(new ProjectScope(this, new ProjectName(name)));
  }

  /**
   * Creates a project with the branch {@code main} at an empty first commit.
   *
   * @throws AlreadyExistsException if there is one of this name; it is left as it is
   * @throws IllegalArgumentException if the name is not one that a project can have
   * @throws CatalogException if the catalog cannot be asked; {@link #projects()} tells whether the
   *     project was created
   */
  public Project createProject(String name) {
    Project project = project(name);
    catalog.createProject(project.name());
    return project;
  }

  /**
   * Creates a project unless there is one of this name, and returns it.
   *
   * @throws IllegalArgumentException if the name is not one that a project can have
   * @throws CatalogException if the catalog cannot be asked; call again
   */
  public Project createProjectIfAbsent(String name) {
    try {
      return createProject(name);
    } catch (AlreadyExistsException e) {
      return project(name);
    }
  }

  /** Lists the projects by name, a page at a time as the stream is read. */
  public Stream<ProjectInfo> projects() {
    return PagedStream.of(catalog::projects);
  }

  Catalog catalog() {
    return catalog;
  }

  Publisher publisher() {
    return publisher;
  }

  Backoff backoff() {
    return backoff;
  }

  ClientListener listener() {
    return listener;
  }

  TimeSource time() {
    return time;
  }

  Storage storage() {
    return storage;
  }

  /**
   * Gives the catalog back. Frozen commits of this client can no longer be published; save them to
   * resume them with another client. Closing again has no effect.
   *
   * @throws UnavailableException if commits of a {@link Durability} below {@code IMMEDIATE} could
   *     not be made durable; the catalog is closed. Open it again and {@code recover()} them
   */
  @Override
  public void close() {
    try (storage) {
      catalog.close();
    }
  }

  /** The settings of a client. Not thread-safe. */
  public static final class Builder {

    private @Nullable Path directory;
    private @Nullable URI uri;
    private HttpOptions http = HttpOptions.defaults();
    private @Nullable PostgresOptions postgres;
    private @Nullable String warehouse;
    private StorageOptions storageOptions = StorageOptions.defaults();
    private @Nullable Catalog catalog;
    private boolean readOnly;
    private @Nullable Durability durability;
    private RetryPolicy retryPolicy = RetryPolicy.defaults();
    private ClientListener listener = ClientListener.NONE;
    private TimeSource time = TimeSource.system();
    private UnaryOperator<Catalog> decorator = UnaryOperator.identity();

    private Builder() {}

    /** Opens the catalog in a directory. */
    public Builder directory(Path path) {
      this.directory = path;
      return this;
    }

    /** Connects to a catalog at an address, as {@link LandfallClient#connect} does. */
    public Builder uri(URI address) {
      this.uri = address;
      return this;
    }

    /** Sets how to talk HTTP to the address; {@link HttpOptions#defaults()} if not set. */
    public Builder http(HttpOptions options) {
      this.http = options;
      return this;
    }

    /** Sets how to log in to PostgreSQL; {@link PostgresOptions#defaults()} if not set. */
    public Builder postgres(PostgresOptions options) {
      this.postgres = options;
      return this;
    }

    /**
     * Sets the directory in which the files of projects are placed that this client creates, for
     * catalogs that are not reached over HTTP. It is made if it does not exist. Where a project's
     * files lie is kept with the project, so all processes must see the directory at this path. Not
     * needed to work on projects that exist, nor with a catalog in a directory, which keeps the
     * files there.
     *
     * @param directory absolute
     */
    public Builder warehouse(Path directory) {
      return warehouse(directory.toString());
    }

    /**
     * Sets the place in which the files of projects are put that this client creates, as {@link
     * #warehouse(Path)} does; this may be one in an object store.
     *
     * @param location an absolute path, {@code file:} and one, or a URI like {@code
     *     s3://bucket/path}, {@code gs://...} or {@code abfss://...}; not percent-encoded
     */
    public Builder warehouse(String location) {
      this.warehouse = location;
      return this;
    }

    /**
     * Sets how to reach the object stores in which files of projects lie; {@link
     * StorageOptions#defaults()} if not set. What they leave open a catalog over HTTP, or one of
     * the application's own, may tell: it is asked when the first file in a store is needed, and
     * then before a key to S3 expires. If it cannot be asked, the read or write fails with a {@link
     * CatalogException}, or as others do that the store refuses; a commit that is frozen needs no
     * store any more.
     */
    public Builder storage(StorageOptions options) {
      this.storageOptions = options;
      return this;
    }

    /**
     * Uses a catalog of the application's own, which the client closes with itself.
     *
     * @param implementation keeps the rules that {@link Catalog} states
     */
    public Builder catalog(Catalog implementation) {
      this.catalog = implementation;
      return this;
    }

    /**
     * Puts a catalog of the application's own before the one that is opened, to count its calls, or
     * to see what the application does about a lost answer. {@link
     * dev.landfall.catalog.ForwardingCatalog} is made to be extended for it. A later call replaces
     * an earlier one.
     *
     * @param catalogDecorator called once, by {@link #build()}; what it returns keeps the rules
     *     that {@link Catalog} states, and closes what it was given when it is closed
     */
    public Builder decorateCatalog(UnaryOperator<Catalog> catalogDecorator) {
      this.decorator = catalogDecorator;
      return this;
    }

    /**
     * Opens the directory for reading only: takes no lock, needs no write permission, and every
     * publish is refused.
     */
    public Builder readOnly() {
      this.readOnly = true;
      return this;
    }

    /**
     * Sets when commits survive a power cut; {@link Durability#IMMEDIATE} if not set. Below that
     * level {@link LandfallClient#close()} makes durable what is left, so it must be called.
     */
    public Builder durability(Durability level) {
      this.durability = level;
      return this;
    }

    /** Sets how publishes and look-ups are repeated; {@link RetryPolicy#defaults()} if not set. */
    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = policy;
      return this;
    }

    /**
     * Sets by which time the client waits between attempts and limits them, dates what it records
     * (commits too, if it opens a directory), and takes the age of files; {@link
     * TimeSource#system()} if not set. It is for tests. The time-outs of a connection stay those of
     * the machine.
     */
    public Builder timeSource(TimeSource source) {
      this.time = source;
      return this;
    }

    /** Sets the listener that is told of writes, publishes and recoveries. */
    public Builder listener(ClientListener clientListener) {
      this.listener = clientListener;
      return this;
    }

    /**
     * Opens the catalog.
     *
     * @throws IllegalStateException if not exactly one of directory, uri and catalog is set
     * @throws CatalogLockedException if the directory is open elsewhere
     * @throws CatalogDamagedException if the catalog's store is damaged
     * @throws CatalogException if the directory or database cannot be used
     * @throws IllegalArgumentException if the address or warehouse cannot be one of a catalog
     */
    public LandfallClient build() {
      CatalogAccess access = new CatalogAccess(time);
      Storage storage = Storage.with(storageOptions, FileSync.disk(), access);
      Catalog found = openCatalog(storage);
      SimulatedCatalog world = found instanceof SimulatedCatalog simulated ? simulated : null;
      Pacing pacing = world == null ? Pacing.by(time) : world.pacing();
      Catalog opened = decorate(found);
      Retrier retrier = new Retrier(retryPolicy, pacing);
      Catalog reads = new RetryingReads(opened, retrier);
      access.askFrom(reads);
      return new LandfallClient(
          reads,
          new Publisher(opened, retrier, listener),
          new Backoff(retryPolicy, pacing),
          new GuardedListener(listener),
          time,
          world == null ? storage : Storage.with(storageOptions, world.fileSync(), access));
    }

    private Catalog decorate(Catalog opened) {
      try {
        return decorator.apply(opened);
      } catch (RuntimeException | Error e) {
        opened.close();
        throw e;
      }
    }

    private Catalog openCatalog(Storage storage) {
      if (Stream.of(directory, uri, catalog).filter(Objects::nonNull).count() != 1) {
        throw new IllegalStateException(
            "Set one of directory, uri and catalog, so that it is clear what to open");
      }
      if (readOnly && directory == null) {
        throw new IllegalStateException("readOnly() is for a directory; leave it out here");
      }
      boolean inPostgres = uri != null && "jdbc".equalsIgnoreCase(uri.getScheme());
      if (durability != null && (readOnly || !(directory != null || inPostgres))) {
        throw new IllegalStateException(
            "durability() is for a directory that is written, or PostgreSQL; leave it out here");
      }
      boolean inNessie =
          uri != null && uri.toString().regionMatches(true, 0, "nessie+", 0, "nessie+".length());
      if (postgres != null && !inPostgres) {
        throw new IllegalStateException(
            "postgres() is for an address with jdbc:postgresql:; leave it out here");
      }
      if (warehouse != null && (readOnly || !(directory != null || inPostgres || inNessie))) {
        throw new IllegalStateException(
            "warehouse() is for a directory that is written, or an address with jdbc:postgresql: or"
                + " nessie+http:; leave it out here");
      }
      if (catalog != null) {
        return catalog;
      }
      if (uri != null && inNessie) {
        return NessieCatalog.connect(uri, http, warehouse, time, storage);
      }
      if (uri != null) {
        return inPostgres ? openPostgres(uri, storage) : HttpCatalog.at(uri, http);
      }
      return openDirectory(requireNonNull(directory), storage);
    }

    private Catalog openPostgres(URI address, Storage storage) {
      return PostgresCatalog.open(
          new PostgresCatalog.Settings(
              address,
              requireNonNullElse(postgres, PostgresOptions.defaults()),
              warehouse,
              requireNonNullElse(durability, Durability.IMMEDIATE),
              storage));
    }

    private Catalog openDirectory(Path path, Storage storage) {
      if (readOnly) {
        return DirectoryCatalog.openReadOnly(path);
      }
      DirectoryCatalog.Options options =
          DirectoryCatalog.Options.defaults()
              .withClock(time)
              .withDurability(requireNonNullElse(durability, Durability.IMMEDIATE))
              .withStorage(storage);
      return DirectoryCatalog.open(
          path, warehouse == null ? options : options.withWarehouse(Warehouse.at(warehouse)));
    }
  }
}
