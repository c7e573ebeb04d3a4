package dev.landfall.internal.nessie;

import dev.landfall.catalog.CatalogException;
import dev.landfall.internal.nessie.NessieApi.Moved;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The branches on which commits are prepared: each known to this process only, used by one publish
 * at a time, and again by the next one to the same branch. Safe for use by many threads.
 *
 * <p>A request to commit on one may be delivered again later. It is refused then, because the key
 * of its operation is taken; but that is so only where its first commit is. So a staging branch is
 * used again only if what was made on it was published.
 */
final class StagingBranches implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StagingBranches.class);

  /** A branch, and where it stands. */
  record Staging(String name, CommitId head) {}

  /** A branch that stands at the commit of a request, dated as it will be told. */
  record Staged(Staging staging, Instant committedAt) {}

  private final NessieApi api;
  private final InstantSource clock;
  private final Map<String, ConcurrentLinkedDeque<Staging>> idle = new ConcurrentHashMap<>();
  private final Map<String, Staged> unpublished = new ConcurrentHashMap<>();
  private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

  StagingBranches(NessieApi api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  /** Takes a branch that stands at the head which a request to a branch expects. */
  Staging take(ProjectName project, String branch, CommitId base) {
    ConcurrentLinkedDeque<Staging> branches = idleOf(branch);
    for (Staging next = branches.pollFirst(); next != null; next = branches.pollFirst()) {
      if (next.head().equals(base) || api.assign(next.name(), next.head(), base) == Moved.DONE) {
        return new Staging(next.name(), base);
      }
    }
    String name = RefNames.newStaging(project, clock.instant());
    doubtful.add(name);
    api.create(name, "BRANCH", base);
    doubtful.remove(name);
    return new Staging(name, base);
  }

  /** Gives a branch back that stands at what was published. */
  void published(String branch, Staging staging) {
    idleOf(branch).addFirst(staging);
  }

  /** Keeps a branch for another attempt of the request whose commit it stands at. */
  void keepFor(String sha256, Staged staged) {
    Staged before = unpublished.put(sha256, staged);
    if (before != null) {
      doubtful.add(before.staging().name());
    }
  }

  /** Takes the branch that was kept for a request; null if there is none. */
  @Nullable Staged takeKept(String sha256) {
    return unpublished.remove(sha256);
  }

  /** Takes a branch that was kept for a request, unless another attempt has it now. */
  boolean takeKept(String sha256, Staged staged) {
    return unpublished.remove(sha256, staged);
  }

  /** Remembers a branch of which it may not be certain where it stands. */
  void doubt(Staging staging) {
    doubtful.add(staging.name());
  }

  /** Forgets the doubt, as it is certain now. */
  void trust(Staging staging) {
    doubtful.remove(staging.name());
  }

  /** Deletes a branch that is of no use any more; what cannot be is left for a clean-up. */
  void remove(Staging staging) {
    try {
      api.delete(staging.name(), staging.head());
    } catch (CatalogException e) {
      LOG.info("The staging branch {} is left for a clean-up", staging.name(), e);
    }
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

  /** Deletes the branches of this process; what cannot be deleted is left for a clean-up. */
  @Override
  public void close() {
    try {
      idle.values().forEach(all -> all.forEach(each -> api.delete(each.name(), each.head())));
      unpublished.values().stream()
          .map(Staged::staging)
          .forEach(each -> api.delete(each.name(), each.head()));
      for (String name : doubtful) {
        api.reference(name).ifPresent(found -> api.delete(name, found.hash()));
      }
    } catch (CatalogException e) {
      // A server that does not answer is not waited for once for each branch.
      LOG.info("Staging branches are left for a clean-up", e);
    }
  }

  private ConcurrentLinkedDeque<Staging> idleOf(String branch) {
    return idle.computeIfAbsent(branch, name -> new ConcurrentLinkedDeque<>());
  }
}
