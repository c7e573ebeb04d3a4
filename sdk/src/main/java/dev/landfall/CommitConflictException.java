package dev.landfall;

import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A staged change does not fit the head: a name is taken, say. Nothing was published.
 *
 * <p>Of a commit, the head is the pinned one, so that publishing the same commit again ends the
 * same. Stage a new commit with other changes; tables that were written from the head may be staged
 * again. Of a release it means that somebody else has changed one of its tables: open those from a
 * new head, and redo the writes in a new release.
 */
public final class CommitConflictException extends PublishException {

  private static final long serialVersionUID = 1L;

  private final transient List<TableConflict> conflicts;

  CommitConflictException(List<TableConflict> conflicts) {
    super(
        "Nothing was published: "
            + conflicts.stream().map(TableConflict::message).collect(Collectors.joining("; ")),
        null);
    this.conflicts = List.copyOf(conflicts);
  }

  /** Returns every change that does not fit, in the order of staging; never empty. */
  public List<TableConflict> conflicts() {
    return conflicts;
  }
}
