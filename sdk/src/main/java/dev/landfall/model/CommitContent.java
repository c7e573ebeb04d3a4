package dev.landfall.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a frozen commit asks a catalog to publish.
 *
 * @param branchId the id of the branch, which a branch created again under its name does not share
 * @param expectedHead the head that was pinned; the commit's parent, unless others were published
 *     before it and only tables are compared
 * @param comparison what must not have changed since that head
 * @param message absent and empty are two different things
 * @param properties in the order of their keys
 * @param changes in the order in which they were staged
 */
public record CommitContent(
    ProjectName project,
    BranchName branch,
    UUID branchId,
    CommitId expectedHead,
    Comparison comparison,
    OperationId operationId,
    @Nullable String message,
    Map<String, String> properties,
    List<Change> changes) {

  /** Copies the collections. */
  public CommitContent {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    changes = List.copyOf(changes);
  }

  /** Makes a content that is compared with the whole head. */
  public CommitContent(
      ProjectName project,
      BranchName branch,
      UUID branchId,
      CommitId expectedHead,
      OperationId operationId,
      @Nullable String message,
      Map<String, String> properties,
      List<Change> changes) {
    this(
        project,
        branch,
        branchId,
        expectedHead,
        Comparison.HEAD,
        operationId,
        message,
        properties,
        changes);
  }
}
