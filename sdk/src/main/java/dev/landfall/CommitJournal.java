package dev.landfall;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.files.DurableFiles;
import dev.landfall.internal.files.KeyedFileLocks;
import dev.landfall.model.OperationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of saved commits: each is saved durably before it is sent, and forgotten when its outcome
 * is definite. After a restart {@link #recoverAll()} settles what a crash left open.
 *
 * <p>A journal belongs to one project, and lies on a local disk. Several threads and processes may use
 * one at the same time. Thread-safe.
 */
public final class CommitJournal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CommitJournal.class);
  private static final String SUFFIX = ".commit.json";

  private final Path directory;
  private final Project project;
  private final KeyedFileLocks locks;

  private CommitJournal(Path directory, Project project, KeyedFileLocks locks) {
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
      return new CommitJournal(real, project, KeyedFileLocks.open(real, "journal.lock"));
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
   * @throws CatalogException as {@link FrozenCommit#publish()}: nothing was published and the entry is
   *     forgotten
   * @throws UncheckedIOException if the commit cannot be saved: nothing was sent
   */
  public BranchHead publish(Commit commit)
      throws BranchMovedException, CommitConflictException, OutcomeUnknownException {
    return publish(commit.freeze());
  }

  /**
   * Saves a frozen commit durably, publishes it, and forgets it when the outcome is definite.
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
   * @throws UncheckedIOException if the commit cannot be saved: nothing was sent
   */
  public PublishResult tryPublish(FrozenCommit commit) {
    if (!commit.head().scope().name().equals(project.name())) {
      throw new IllegalArgumentException(
          "Cannot publish "
              + commit
              + " through the journal of "
              + project
              + "; open a journal for each project");
    }
    OperationId operation = commit.operationId();
    try (KeyedFileLocks.Held held = locks.acquire(operation.value())) {
      save(commit);
      PublishResult result = commit.tryPublish();
      if (!(result instanceof PublishResult.Unknown)) {
        forget(entry(operation), result);
      }
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new PublishResult.Failed(
          UnavailableException.notSent(
              "Interrupted while another process had operation "
                  + operation
                  + " in hand; nothing was sent",
              e));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot lock the journal entry of " + operation, e);
    }
  }

  /**
   * Settles every commit in the journal: looks each up, publishes it if there is no record of it, and
   * forgets it when its outcome is definite. Call it after a restart, before new work. An entry that
   * cannot be read, or whose outcome stays unknown, hinders no other.
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

  /** Lists the files of the entries, the oldest first. */
  private List<Path> entries() {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .sorted(Comparator.comparing(CommitJournal::savedAt).thenComparing(Path::toString))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the commit journal in " + directory, e);
    }
  }

  private Optional<JournalRecovery> recover(Path entry) {
    OperationId operation;
    try {
      String name = entry.getFileName().toString();
      operation = OperationId.of(name.substring(0, name.length() - SUFFIX.length()));
    } catch (IllegalArgumentException e) {
      return Optional.of(new JournalRecovery.Unreadable(entry, e));
    }
    try {
      Optional<KeyedFileLocks.Held> held = locks.tryAcquire(operation.value());
      if (held.isEmpty()) {
        return Optional.of(new JournalRecovery.InUse(entry));
      }
      try (KeyedFileLocks.Held lock = held.get()) {
        return settle(entry, operation);
      }
    } catch (IOException e) {
      return Optional.of(new JournalRecovery.Unreadable(entry, e));
    }
  }

  /** Settles an entry whose lock is held; empty if another process did so meanwhile. */
  private Optional<JournalRecovery> settle(Path entry, OperationId operation)
      throws IOException {
    FrozenCommit commit;
    try {
      commit = project.resumeCommit(SavedCommit.fromJson(Files.readString(entry)));
      requireOperation(commit, operation);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (SavedCommitFormatException | java.nio.charset.MalformedInputException e) {
      LOG.warn("Journal entry {} cannot be read: {}", entry, e.getMessage());
      return Optional.of(new JournalRecovery.Unreadable(entry, e));
    }
    // Publishing looks the operation up before anything else, so it settles a landed commit too.
    PublishResult result = commit.tryPublish();
    if (result instanceof PublishResult.Unknown unknown) {
      Throwable failure =
          new OutcomeUnknownException(commit, unknown.attempts(), unknown.lastFailure());
      return Optional.of(new JournalRecovery.StillUnknown(entry, commit, failure));
    }
    forget(entry, result);
    return Optional.of(new JournalRecovery.Settled(entry, commit, result));
  }

  private static void requireOperation(FrozenCommit commit, OperationId operation) {
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
  }

  private void save(FrozenCommit commit) {
    Path entry = entry(commit.operationId());
    // One name for each operation, whose lock is held: a left-over of a crash is simply overwritten.
    Path temporary = directory.resolve(commit.operationId() + ".tmp");
    byte[] text = commit.save().toJson().getBytes(StandardCharsets.UTF_8);
    try {
      DurableFiles.replace(entry, temporary, text);
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
   * Removes an entry. An entry that a power cut brings back gets its outcome from the catalog again;
   * only one that failed could be published then, after its writes were redone, so its removal is made
   * durable.
   */
  private void forget(Path entry, PublishResult result) {
    try {
      Files.deleteIfExists(entry);
      if (result instanceof PublishResult.Failed) {
        DurableFiles.syncDirectory(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The outcome is definite, but the journal entry "
              + entry
              + " cannot be removed; remove it by hand if its writes are redone",
          e);
    }
  }

  private Path entry(OperationId operation) {
    return directory.resolve(operation + SUFFIX);
  }

  private static FileTime savedAt(Path entry) {
    try {
      return Files.getLastModifiedTime(entry);
    } catch (IOException e) {
      // Settled by another process between listing and sorting.
      LOG.debug("Journal entry {} is gone", entry, e);
      return FileTime.fromMillis(0);
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
