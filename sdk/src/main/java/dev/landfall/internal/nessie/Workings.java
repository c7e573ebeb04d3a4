package dev.landfall.internal.nessie;

import dev.landfall.internal.storage.Storage;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What the parts of the catalog share. */
record Workings(
    NessieApi api,
    Contents contents,
    MetadataFiles files,
    OperationSearch operations,
    StagingBranches staging,
    InstantSource clock) {

  static Workings of(NessieApi api, InstantSource clock, Storage storage) {
    return new Workings(
        api,
        new Contents(api),
        new MetadataFiles(storage),
        new OperationSearch(api),
        new StagingBranches(api, clock),
        clock);
  }

  /** Returns the time that a commit is dated with. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
