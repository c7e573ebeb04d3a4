package dev.landfall;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.event.ClientListener;
import dev.landfall.internal.commit.Publisher;
import dev.landfall.internal.table.TableStore;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of one project share: the client that they came from and the project's store of
 * tables. Thread-safe.
 */
final class ProjectScope {

  private final LandfallClient client;
  private final ProjectName name;
  private volatile @Nullable TableStore tables;

  ProjectScope(LandfallClient client, ProjectName name) {
    this.client = client;
    this.name = name;
  }

  LandfallClient client() {
    return client;
  }

  ProjectName name() {
    return name;
  }

  Catalog catalog() {
    return client.catalog();
  }

  Publisher publisher() {
    return client.publisher();
  }

  /** The store at the project's location; asks the catalog for the location the first time. */
  TableStore tables() {
    TableStore known = tables;
    return known != null ? known : tables(catalog().project(name));
  }

  /** The store at the location that an answer of the catalog told. */
  TableStore tables(ProjectInfo info) {
    TableStore known = tables;
    if (known == null) {
      // Two threads may make one each; a store has no state that it would matter to share.
      ClientListener listener = client.listener();
      known = TableStore.at(info.location(), listener::writeProgress, client.storage());
      tables = known;
    }
    return known;
  }

  /** Refuses what the catalog cannot do. */
  void require(Capability capability) {
    if (!catalog().capabilities().contains(capability)) {
      throw new NotSupportedException(
          "The catalog of project '" + name + "' lacks the capability " + capability);
    }
  }

  boolean isSame(ProjectScope other) {
    return client == other.client && name.equals(other.name);
  }
}
