package dev.landfall.testkit.internal;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;

/** A catalog for clients that close what they were given, though others still need it. */
public final class KeptOpenCatalog extends ForwardingCatalog {

  /** Makes one before the given catalog, which stays open. */
  public KeptOpenCatalog(Catalog delegate) {
    super(delegate);
  }

  @Override
  public void close() {}
}
