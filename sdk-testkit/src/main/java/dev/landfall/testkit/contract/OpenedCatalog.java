package dev.landfall.testkit.contract;

import dev.landfall.catalog.Catalog;
import dev.landfall.model.ProjectInfo;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.internal.KeptOpenCatalog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A catalog under test that is opened when it is first needed, and then shared. */
final class OpenedCatalog implements CatalogUnderTest, AutoCloseable {

  private final CatalogUnderTest underTest;
  private @Nullable Catalog opened;

  OpenedCatalog(CatalogUnderTest underTest) {
    this.underTest = underTest;
  }

  /** Returns the catalog, which stays open when what is returned is closed. */
  @Override
  public Catalog open() throws Exception {
    Catalog known = opened;
    if (known == null) {
      known = underTest.open();
      opened = known;
    }
    return new KeptOpenCatalog(known);
  }

  /** Closes the catalog and opens it again. */
  Catalog reopen() throws Exception {
    close();
    return open();
  }

  @Override
  public Catalog openWithFaults(Catalog catalog, FaultPlan faults, Duration callTimeout) {
    return underTest.openWithFaults(catalog, faults, callTimeout);
  }

  @Override
  public ProjectInfo createProject(Catalog catalog) {
    return underTest.createProject(catalog);
  }

  @Override
  public void close() {
    Catalog known = opened;
    opened = null;
    if (known != null) {
      known.close();
    }
  }
}
