package dev.landfall;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.internal.files.StoredFile;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans up after writes that were never published: those of a moved branch, of a conflict, of a
 * process that died. Made by {@link Project#maintenance}. Nothing else in the SDK deletes a file.
 * Thread-safe, and safe beside other processes that write and publish.
 *
 * <p>What a commit reaches stays until the commit is {@linkplain #expireCommits expired}, on
 * whatever branch it is or was: every version of its tables, with all snapshots of these. What no
 * commit reaches goes by its age, because nobody can tell a write that has failed from one that is
 * still to be published. So a commit that was frozen and saved must be settled, by {@link
 * FrozenCommit#recoverOrPublish} or {@link FrozenCommit#abandon}, before its files are as old as
 * the age that is given here.
 */
public final class Maintenance {

  /** The lowest age that is accepted: a write may take as long before it is published. */
  public static final Duration LOWEST_AGE = Duration.ofHours(24);

  private static final String UNPUBLISHED = "a write that is not published yet could be among them";

  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

  private final ProjectScope scope;

  Maintenance(ProjectScope scope) {
    this.scope = scope;
  }

  /**
   * Lists what {@link #removeOrphanFiles} would remove now, and removes nothing. Reads every
   * manifest that a commit reaches, once; keeps the paths of all files in memory.
   *
   * @param olderThan only files that were last written before so long ago; at least {@link
   *     #LOWEST_AGE}
   * @throws IllegalArgumentException if the age is below that
   * @throws NotSupportedException if the catalog cannot list all versions, as over HTTP: clean up
   *     where the catalog is
   * @throws CatalogException if the catalog cannot be asked
   * @throws UncheckedIOException if the files cannot be listed or a manifest not be read
   * @throws RuntimeException if a file of a commit is missing or damaged, so that it is not known
   *     what the commit reaches: restore it
   */
  public OrphanFiles findOrphanFiles(Duration olderThan) {
    Instant lastWrite = before(olderThan, "look for orphan files", UNPUBLISHED);
    return describe(orphans(lastWrite));
  }

  /**
   * Removes the files that no commit reaches and that are older than an age. To see them before,
   * call {@link #findOrphanFiles}. Each removed file is logged at DEBUG, the sum at INFO.
   *
   * @param olderThan at least {@link #LOWEST_AGE}
   * @return what was removed
   * @throws IllegalArgumentException as {@link #findOrphanFiles}; nothing was removed
   * @throws NotSupportedException as {@link #findOrphanFiles}; nothing was removed
   * @throws CatalogException as {@link #findOrphanFiles}; nothing was removed
   * @throws UncheckedIOException as {@link #findOrphanFiles}, then nothing was removed; or if a
   *     file cannot be removed, then those before it were. Call again
   */
  public OrphanFiles removeOrphanFiles(Duration olderThan) {
    Instant lastWrite = before(olderThan, "remove orphan files", UNPUBLISHED);
    List<StoredFile> removed = new ArrayList<>();
    for (StoredFile orphan : orphans(lastWrite)) {
      if (scope.tables().delete(orphan)) {
        LOG.debug("Removed orphan file {}", orphan.location());
        removed.add(orphan);
      }
    }
    OrphanFiles sum = describe(removed);
    LOG.info(
        "Removed {} orphan files of {} bytes from project '{}'",
        sum.files().size(),
        sum.bytes(),
        scope.name());
    return sum;
  }

  /**
   * Expires the commits that are older than an age and head of no branch: their tables cannot be
   * read any more, through no snapshot, and no branch can be created at them. A later {@link
   * #removeOrphanFiles} then removes the files that no other commit reaches. Nothing else is
   * forgotten: the log keeps these commits, and what became of an operation can be recovered for
   * ever. Removes no file; publishes of the project may wait for it.
   *
   * <p>A version that has not expired reaches the files of all its Iceberg snapshots. To let go of
   * old data, publish a version from which {@link org.apache.iceberg.Table#expireSnapshots} has
   * removed the old snapshots, and expire the commits before it.
   *
   * @param olderThan only commits that landed before so long ago; at least {@link #LOWEST_AGE}, as
   *     somebody may still read a snapshot that was pinned before
   * @return how many commits have expired by this call; they stay expired
   * @throws IllegalArgumentException if the age is below that; nothing has expired
   * @throws NotSupportedException if the catalog cannot do it, as over HTTP; nothing has expired
   * @throws CatalogException if the catalog fails; call again
   */
  public long expireCommits(Duration olderThan) {
    Instant committedBefore =
        before(olderThan, "expire commits", "a snapshot of them may still be read");
    scope.require(Capability.EXPIRE_COMMITS);
    long expired = scope.catalog().expireCommits(scope.name(), committedBefore);
    LOG.info("Expired {} commits of project '{}'", expired, scope.name());
    return expired;
  }

  /**
   * Removes what the catalog keeps beside the commits and needs no more, as a catalog in Nessie
   * does: branches on which commits were prepared, and records of operations. A file is never
   * removed by it, and every outcome can still be recovered. In Nessie it takes one commit on each
   * branch that has such records, which moves those branches.
   *
   * <p>There, an operation id of the application's own must not be given to another commit after
   * its record was removed: it would not be noticed any more.
   *
   * @param olderThan only what was made before so long ago; at least {@link #LOWEST_AGE}
   * @return how many things were removed; 0 from a catalog that keeps none
   * @throws IllegalArgumentException if the age is below that; nothing was removed
   * @throws CatalogException if the catalog cannot be asked; call again
   */
  public int removeCatalogLeftovers(Duration olderThan) {
    Instant madeBefore = before(olderThan, "remove what the catalog left", UNPUBLISHED);
    return scope.catalog().removeLeftovers(scope.name(), madeBefore);
  }

  private Instant before(Duration age, String task, String danger) {
    if (age.compareTo(LOWEST_AGE) < 0) {
      throw new IllegalArgumentException(
          "Cannot "
              + task
              + " of the last "
              + age
              + ": "
              + danger
              + "; give at least "
              + LOWEST_AGE);
    }
    return scope.client().time().instant().minus(age);
  }

  private Stream<String> versionsOfAllCommits() {
    return PagedStream.of(page -> scope.catalog().versions(scope.name(), page));
  }

  private List<StoredFile> orphans(Instant lastWrite) {
    scope.require(Capability.LIST_VERSIONS);
    return scope.tables().orphans(lastWrite, this::versionsOfAllCommits);
  }

  private static OrphanFiles describe(List<StoredFile> files) {
    return new OrphanFiles(
        files.stream().map(StoredFile::location).toList(),
        files.stream().mapToLong(StoredFile::bytes).sum());
  }
}
