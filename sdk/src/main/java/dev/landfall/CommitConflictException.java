package dev.landfall;

import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The head was the pinned one, but a staged change does not fit it: a name is taken, say. Nothing
 * was published, and publishing the same commit again ends the same. Stage a new commit with other
 * changes; tables that were written from the head may be staged again.
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
