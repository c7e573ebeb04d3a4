package dev.landfall.model;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One commit in the history of a project. */
public final class CommitInfo {

  private final CommitId id;
  private final @Nullable CommitId parent;
  private final Instant committedAt;
  private final @Nullable OperationId operationId;
  private final @Nullable String message;
  private final Map<String, String> properties;
  private final List<Change> changes;

  /** Makes the record of a commit; the first commit of a project has no parent and no operation. */
  public CommitInfo(
      CommitId id,
      @Nullable CommitId parent,
      Instant committedAt,
      @Nullable OperationId operationId,
      @Nullable String message,
      Map<String, String> properties,
      List<Change> changes) {
    this.id = id;
    this.parent = parent;
    this.committedAt = committedAt;
    this.operationId = operationId;
    this.message = message;
    this.properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    this.changes = List.copyOf(changes);
  }

  /** Returns the id of the commit. */
  public CommitId id() {
    return id;
  }

  /** Returns the commit before this one; empty for the first commit of a project. */
  public Optional<CommitId> parent() {
    return Optional.ofNullable(parent);
  }

  /** Returns when the catalog made the commit, by the catalog's clock, in milliseconds. */
  public Instant committedAt() {
    return committedAt;
  }

  /** Returns the operation that made the commit; empty for the first commit of a project. */
  public Optional<OperationId> operationId() {
    return Optional.ofNullable(operationId);
  }

  /** Returns the message; empty if none was given. */
  public Optional<String> message() {
    return Optional.ofNullable(message);
  }

  /** Returns the properties, in the order of their keys. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Returns the changes, in the order in which they were staged. */
  public List<Change> changes() {
    return changes;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CommitInfo that && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "commit " + id + (message == null ? "" : " \"" + message + "\"");
  }
}
