package dev.landfall.internal.nessie;

import dev.landfall.internal.storage.Storage;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What the parts of the catalog share. */
record Workings(
    NessieApi api,
    ProjectBranches branches,
    Contents contents,
    MetadataFiles files,
    OperationSearch operations,
    StagingBranches staging,
    InstantSource clock) {

  static Workings of(NessieApi api, Projects projects, InstantSource clock, Storage storage) {
    ProjectBranches branches = new ProjectBranches(api, projects);
    return new Workings(
        api,
        branches,
        new Contents(api),
        new MetadataFiles(storage),
        new OperationSearch(api, branches),
        new StagingBranches(api, clock),
        clock);
  }

  /** Returns the time that a commit is dated with. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
