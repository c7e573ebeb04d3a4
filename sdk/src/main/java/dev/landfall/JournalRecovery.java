package dev.landfall;

import java.nio.file.Path;

/** What {@link CommitJournal#recoverAll()} found out about one entry of a journal. */
public sealed interface JournalRecovery {

  /** Returns the file of the entry. */
  Path entry();

  /**
   * The outcome is definite: published, branch moved, conflicted, or failed. The entry is
   * forgotten.
   *
   * @param result never {@link PublishResult.Unknown}
   */
  record Settled(Path entry, FrozenCommit commit, PublishResult result)
      implements JournalRecovery {}

  /**
   * The outcome is still unknown, because the catalog could not be asked, say. The entry stays, and
   * the next {@code recoverAll()} tries again.
   */
  record StillUnknown(Path entry, FrozenCommit commit, Throwable failure)
      implements JournalRecovery {}

  /**
   * The entry cannot be read: it is damaged, of a later format, or of another project. It stays as
   * it is, for a person to look at.
   */
  record Unreadable(Path entry, Exception failure) implements JournalRecovery {}

  /** Another thread or process is publishing this entry now, and will settle it. */
  record InUse(Path entry) implements JournalRecovery {}
}
