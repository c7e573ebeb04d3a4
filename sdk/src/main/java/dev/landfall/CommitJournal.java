package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.files.DurableFiles;
import dev.landfall.internal.files.KeyedFileLocks;
import dev.landfall.model.OperationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of saved commits: each is saved durably before it is sent, and forgotten when its
 * outcome is definite. After a restart {@link #recoverAll()} settles what a crash left open.
 *
 * <p>A journal belongs to one project, and lies on a local disk. Several threads and processes may
 * use one at the same time. Thread-safe.
 */
public final class CommitJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CommitJournal.class);

  private final JournalDirectory directory;
  private final Project project;
  private final KeyedFileLocks locks;

  private CommitJournal(JournalDirectory directory, Project project, KeyedFileLocks locks) {
    this.directory = directory;
    this.project = project;
    this.locks = locks;
  }

  /**
   * Opens a journal in a directory, which is made if it does not exist.
   *
   * @throws UncheckedIOException if the directory cannot be made or written
   */
  public static CommitJournal open(Path directory, Project project) {
    try {
      DurableFiles.createDirectories(directory);
      Path real = directory.toRealPath();
      return new CommitJournal(
          new JournalDirectory(real), project, KeyedFileLocks.open(real, "journal.lock"));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot open the commit journal in " + directory + "; give a directory to write in", e);
    }
  }

  /**
   * Freezes a commit, saves it durably, publishes it, and forgets it when the outcome is definite.
   * After an unknown outcome or a crash the entry stays for {@link #recoverAll()}.
   *
   * @return the head that the commit made
   * @throws BranchMovedException as {@link FrozenCommit#publish()}; the entry is forgotten
   * @throws CommitConflictException as {@link FrozenCommit#publish()}; the entry is forgotten
   * @throws OutcomeUnknownException as {@link FrozenCommit#publish()}; the entry stays
   * @throws CatalogException as {@link FrozenCommit#publish()}: nothing was published and the entry
   *     is forgotten
   * @throws UncheckedIOException if the commit cannot be saved: nothing was sent
   */
  public BranchHead publish(Commit commit)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return publish(commit.freeze());
  }

  /**
   * Saves a frozen commit durably, publishes it, and forgets it when the outcome is definite. If
   * the journal has the commit already, from a publish whose outcome is unknown, a failure that
   * tells nothing about that one, as an unreachable catalog, leaves the outcome unknown.
   *
   * @see #publish(Commit)
   */
  public BranchHead publish(FrozenCommit commit)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return tryPublish(commit).orElseThrow();
  }

  /**
   * Publishes like {@link #publish(FrozenCommit)}, and returns the outcome as a value.
   *
   * @throws IllegalArgumentException if the commit is of another project
   * @throws IllegalStateException if the journal has another request of the same operation: settle
   *     that one first. Nothing was sent
   * @throws UncheckedIOException if the commit cannot be saved, or cannot be forgotten after it
   *     failed: nothing was published
   */
  public PublishResult tryPublish(FrozenCommit commit) {
    requireOwn(commit);
    KeyedFileLocks.Held lock;
    try {
      lock = locks.acquire(commit.operationId().value());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new PublishResult.Failed(
          UnavailableException.notSent(
              "Interrupted while another thread or process had operation "
                  + commit.operationId()
                  + " in hand; this call sent nothing",
              e));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot lock the journal entry of " + commit + "; nothing was sent", e);
    }
    try {
      return saveAndPublish(commit);
    } finally {
      release(lock);
    }
  }

  private void requireOwn(FrozenCommit commit) {
    if (!commit.head().scope().name().equals(project.name())) {
      throw new IllegalArgumentException(
          "Cannot publish "
              + commit
              + " through the journal of "
              + project
              + "; open a journal for each project");
    }
  }

  private PublishResult saveAndPublish(FrozenCommit commit) {
    Path entry = directory.entry(commit.operationId());
    boolean maybeSentBefore = isSaved(commit, entry);
    save(commit);
    // A resumed commit knows that it may have been sent, so that a refusal does not settle it.
    FrozenCommit sent = maybeSentBefore ? project.resumeCommit(commit.save()) : commit;
    PublishResult result = sent.tryPublish();
    if (!(result instanceof PublishResult.Unknown)) {
      forgetOrThrow(entry, result);
    }
    return result;
  }

  /** Returns whether an earlier publish left the commit here. */
  private static boolean isSaved(FrozenCommit commit, Path entry) {
    try {
      if (Files.readString(entry).equals(commit.save().toJson())) {
        return true;
      }
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the journal entry " + entry + "; nothing was sent", e);
    }
    throw new IllegalStateException(
        "The journal has another request of operation "
            + commit.operationId()
            + ", which may have been sent; settle it with recoverAll() first. Nothing was sent now");
  }

  private void save(FrozenCommit commit) {
    try {
      directory.save(commit.operationId(), commit.save().toJson());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot save "
              + commit
              + " in the journal at "
              + directory
              + "; nothing was sent, publish again when there is room",
          e);
    }
  }

  /**
   * Settles every commit in the journal: looks each up, publishes it if there is no record of it,
   * and forgets it when its outcome is definite. Call it after a restart, before new work. An entry
   * that cannot be read, or whose outcome stays unknown, hinders no other.
   *
   * @return what became of each entry, the oldest first
   * @throws UncheckedIOException if the directory cannot be listed
   */
  public List<JournalRecovery> recoverAll() {
    List<JournalRecovery> report = new ArrayList<>();
    for (Path entry : entries()) {
      recover(entry).ifPresent(report::add);
    }
    return report;
  }

  private List<Path> entries() {
    try {
      return directory.entries();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the commit journal in " + directory, e);
    }
  }

  private Optional<JournalRecovery> recover(Path entry) {
    try {
      OperationId operation = JournalDirectory.operationOf(entry);
      Optional<KeyedFileLocks.Held> lock = locks.tryAcquire(operation.value());
      if (lock.isEmpty()) {
        return Optional.of(new JournalRecovery.InUse(entry));
      }
      try {
        return Optional.of(settle(entry, resume(entry, operation)));
      } finally {
        release(lock.get());
      }
    } catch (NoSuchFileException e) {
      LOG.debug("Journal entry {} was settled by another process meanwhile", entry, e);
      return Optional.empty();
    } catch (IllegalArgumentException | IOException e) {
      LOG.warn("Journal entry {} cannot be read: {}", entry, e.getMessage());
      return Optional.of(new JournalRecovery.Unreadable(entry, e));
    }
  }

  private FrozenCommit resume(Path entry, OperationId operation) throws IOException {
    FrozenCommit commit = project.resumeCommit(SavedCommit.fromJson(Files.readString(entry)));
    if (!commit.operationId().equals(operation)) {
      throw new SavedCommitFormatException(
          "The journal entry is named after operation "
              + operation
              + ", but field 'operationId' is "
              + commit.operationId()
              + "; restore the file",
          "operationId",
          null);
    }
    return commit;
  }

  /** Settles an entry whose lock is held. */
  private JournalRecovery settle(Path entry, FrozenCommit commit) {
    // Publishing looks the operation up before anything else, so it settles a landed commit too.
    PublishResult result = commit.tryPublish();
    if (result instanceof PublishResult.Unknown unknown) {
      Throwable failure =
          new OutcomeUnknownException(commit, unknown.attempts(), unknown.lastFailure());
      return new JournalRecovery.StillUnknown(entry, commit, failure);
    }
    try {
      forgetOrThrow(entry, result);
      return new JournalRecovery.Settled(entry, commit, result);
    } catch (UncheckedIOException e) {
      return new JournalRecovery.StillUnknown(entry, commit, e);
    }
  }

  /**
   * Removes an entry. One that stays, or that a power cut brings back, gets the same outcome from
   * the catalog again; only a failed one could be published then, after its writes were redone, so
   * that its removal is made durable.
   */
  private void forgetOrThrow(Path entry, PublishResult result) {
    try {
      if (result instanceof PublishResult.Failed) {
        directory.removeDurably(entry);
      } else {
        JournalDirectory.remove(entry);
      }
    } catch (IOException e) {
      if (result instanceof PublishResult.Failed failed) {
        e.addSuppressed(failed.error());
        throw new UncheckedIOException(
            "Nothing was published, but the journal entry "
                + entry
                + " cannot be removed; remove it by hand before its writes are redone",
            e);
      }
      LOG.warn("Journal entry {} is settled but cannot be removed; remove it by hand", entry, e);
    }
  }

  /** Gives a lock back. That this fails must not hide the outcome, which is known by then. */
  private static void release(KeyedFileLocks.Held lock) {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("Cannot give the lock of a journal entry back; it ends with this process", e);
    }
  }

  /** Gives the lock file back; entries stay. Closing again has no effect. */
  @Override
  public void close() {
    try {
      locks.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the commit journal in " + directory, e);
    }
  }

  @Override
  public String toString() {
    return "commit journal of " + project + " in " + directory;
  }
}
