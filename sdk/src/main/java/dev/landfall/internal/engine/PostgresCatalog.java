package dev.landfall.internal.engine;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.storage.Warehouse;
import java.net.URI;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens the catalog in a PostgreSQL database, which many processes can have open at once. */
public final class PostgresCatalog {

  /**
   * How a catalog is opened.
   *
   * @param address {@code jdbc:postgresql://host:port/database}, with parameters
   * @param warehouse where the files of projects are placed that are created here; null if the
   *     address says so, or if none are
   * @param storage in which versions are looked for; not closed with the catalog
   */
  public record Settings(
      URI address,
      PostgresOptions options,
      @Nullable String warehouse,
      Durability durability,
      Storage storage) {

    /** Makes the settings of an address, with the defaults for the rest. */
    public static Settings of(URI address) {
      return new Settings(
          address, PostgresOptions.defaults(), null, Durability.IMMEDIATE, Storage.defaults());
    }

    /** Returns these settings with others for the login and the waiting. */
    public Settings withOptions(PostgresOptions newOptions) {
      return new Settings(address, newOptions, warehouse, durability, storage);
    }

    /** Returns these settings with a durability of commits. */
    public Settings withDurability(Durability newDurability) {
      return new Settings(address, options, warehouse, newDurability, storage);
    }
  }

  private PostgresCatalog() {}

  /**
   * Opens a catalog; creates its tables if there are none.
   *
   * @throws IllegalArgumentException if the address or the warehouse cannot be ones of a catalog
   * @throws NotFoundException if there is no such database
   * @throws UnauthenticatedException if the server refuses the login
   * @throws PermissionDeniedException if the user may not use or create the tables
   * @throws CatalogDamagedException if the database schema holds something else
   * @throws NotSupportedException if the driver is missing, a newer SDK wrote the catalog, or the
   *     database's encoding is not UTF-8
   * @throws UnavailableException if the server cannot be reached
   */
  public static Catalog open(Settings settings) {
    return open(settings, InstantSource.system(), EngineHooks.NONE);
  }

  static Catalog open(Settings settings, InstantSource clock, EngineHooks hooks) {
    Driver driver = PostgresDriver.load();
    PostgresAddress address = PostgresAddress.of(settings.address());
    Optional<Warehouse> warehouse =
        Warehouse.oneOf(address.warehouse(), settings.warehouse())
            .map(place -> place.within("projects"));
    PostgresDatabase database = new PostgresDatabase(driver, address, settings.options());
    try (Opening opening = new Opening()) {
      WriterConnection connection =
          opening.add(new PostgresWriterConnection(database, settings.durability()));
      PostgresSchema.createIfEmpty(connection.session(), database.schema(), database.where());
      PostgresSchema.check(connection.session(), database.schema(), database.where());
      opening.succeed();
      return new SqlCatalog(
          new PostgresStore(database.where(), warehouse),
          settings.storage(),
          new Readers(database.where(), database.dialect(), database::openReader),
          new Writer(
              database.where(),
              connection,
              new ServerSync(connection, settings.durability()),
              clock,
              hooks,
              HeadMirror.off()),
          HeadMirror.off());
    } catch (SQLException e) {
      throw database.dialect().definite("open the catalog at " + database.where(), e);
    }
  }
}
