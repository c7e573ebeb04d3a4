package dev.landfall.internal.engine;

import dev.landfall.catalog.Catalog;
import dev.landfall.config.Durability;
import dev.landfall.postgres.TestPostgres;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** The databases that a catalog can lie in; each directory has one catalog in each of them. */
enum TestStore {
  DIRECTORY {
    @Override
    Catalog open(Path directory, Durability durability, InstantSource clock, EngineHooks hooks) {
      return DirectoryCatalog.open(
          directory,
          DirectoryCatalog.Options.defaults().withClock(clock).withDurability(durability),
          hooks);
    }
  },
  POSTGRES {
    @Override
    Catalog open(Path directory, Durability durability, InstantSource clock, EngineHooks hooks) {
      return PostgresCatalog.open(
          PostgresCatalog.Settings.of(TestPostgres.catalog(directory)).withDurability(durability),
          clock,
          hooks);
    }

    @Override
    List<String> optionsOfChildren() {
      return List.of("-Dlandfall.test.postgres=" + TestPostgres.server());
    }
  };

  abstract Catalog open(
      Path directory, Durability durability, InstantSource clock, EngineHooks hooks);

  /** Returns what another JVM must be told to open the same catalogs. */
  List<String> optionsOfChildren() {
    return List.of();
  }
}
