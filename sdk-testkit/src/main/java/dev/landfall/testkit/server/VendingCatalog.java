package dev.landfall.testkit.server;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.model.StorageAccess;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A catalog whose clients are told how to reach its storage. */
final class VendingCatalog extends ForwardingCatalog {

  private static final Logger LOG = LoggerFactory.getLogger(VendingCatalog.class);

  private final Supplier<StorageAccess> access;

  VendingCatalog(Catalog delegate, Supplier<StorageAccess> access) {
    super(delegate);
    this.access = access;
  }

  @Override
  public Set<Capability> capabilities() {
    Set<Capability> all = EnumSet.of(Capability.STORAGE_ACCESS);
    all.addAll(super.capabilities());
    return all;
  }

  @Override
  public StorageAccess storageAccess() {
    try {
      return access.get();
    } catch (RuntimeException e) {
      // Only its kind: what it says may be a secret of whoever issues keys.
      LOG.warn(
          "The access to the storage, to be handed out, failed with {}", e.getClass().getName());
      throw Refusal.of(
          ErrorCode.UNAVAILABLE,
          "The server could not get access to the storage to hand out; its log has more",
          "Retry-After",
          "1");
    }
  }
}
