package dev.landfall.internal.nessie;

import dev.landfall.catalog.CatalogException;
import dev.landfall.internal.nessie.NessieApi.Moved;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The branches on which commits are prepared: each known to this process only, used by one publish
 * at a time, and again by the next one. Safe for use by many threads.
 */
final class StagingBranches implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StagingBranches.class);

  /**
   * A branch, and where it stands.
   *
   * @param sha256 of the request whose commit it stands at; none if it stands at what others made
   */
  record Staging(String name, CommitId head, @Nullable String sha256) {}

  private final NessieApi api;
  private final InstantSource clock;
  private final Map<ProjectName, ConcurrentLinkedDeque<Staging>> idle = new ConcurrentHashMap<>();

  StagingBranches(NessieApi api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /** Takes a branch that stands at a commit, or at what the same request has made of it before. */
  Staging take(ProjectName project, CommitId base, String sha256) {
    ConcurrentLinkedDeque<Staging> branches = idleOf(project);
    for (Iterator<Staging> all = branches.iterator(); all.hasNext(); ) {
      Staging staging = all.next();
      if (sha256.equals(staging.sha256()) && branches.remove(staging)) {
        return staging;
      }
    }
    for (Staging next = branches.pollFirst(); next != null; next = branches.pollFirst()) {
      if (next.head().equals(base) || api.assign(next.name(), next.head(), base) == Moved.DONE) {
        return new Staging(next.name(), base, null);
      }
    }
    String name = RefNames.newStaging(project, clock.instant());
    api.create(name, "BRANCH", base);
    return new Staging(name, base, null);
  }

  /** Gives a branch back of which it is certain where it stands. */
  void give(ProjectName project, Staging staging) {
    idleOf(project).addFirst(staging);
  }

  /**
   * Deletes the branches of whatever process that were made before a time. A process that still
   * uses one makes itself another.
   *
   * @return how many
   */
  int removeOlder(ProjectName project, Instant before) {
    int removed = 0;
    for (Reference reference : api.references(RefNames.staging(project))) {
      boolean old = RefNames.madeAt(project, reference.name()).filter(before::isAfter).isPresent();
      if (old && api.delete(reference.name(), reference.hash()) == Moved.DONE) {
        removed++;
      }
    }
    return removed;
  }

  /** Deletes the idle branches; what cannot be deleted is left for a clean-up. */
  @Override
  public void close() {
    for (ConcurrentLinkedDeque<Staging> branches : idle.values()) {
      for (Staging next = branches.pollFirst(); next != null; next = branches.pollFirst()) {
        try {
          api.delete(next.name(), next.head());
        } catch (CatalogException e) {
          LOG.info("The staging branch {} is left for a clean-up", next.name(), e);
        }
      }
    }
  }

  private ConcurrentLinkedDeque<Staging> idleOf(ProjectName project) {
    return idle.computeIfAbsent(project, name -> new ConcurrentLinkedDeque<>());
  }
}
