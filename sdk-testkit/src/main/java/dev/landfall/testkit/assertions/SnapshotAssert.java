package dev.landfall.testkit.assertions;

import dev.landfall.Snapshot;
import org.jspecify.annotations.Nullable;

/** Assertions about a snapshot: one commit, which never changes. */
public final class SnapshotAssert extends AbstractSnapshotAssert<SnapshotAssert, Snapshot> {

  SnapshotAssert(@Nullable Snapshot actual) {
    super(actual, SnapshotAssert.class);
  }
}
