package dev.landfall.testkit.assertions;

import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.Snapshot;
import dev.landfall.Table;
import org.jspecify.annotations.Nullable;

/**
 * Where assertions about the SDK's own types start.
 *
 * <pre>{@code
 * assertThat(project).branch("main").hasCommits(3).landedOnce(operationId);
 * assertThat(head).table("orders").hasRows(15);
 * assertThat(commit.tryPublish()).isPublished();
 * }</pre>
 */
public final class LandfallAssertions {

  private LandfallAssertions() {}

  /** Starts assertions about a project as it is when each of them asks the catalog. */
  public static ProjectAssert assertThat(@Nullable Project actual) {
    return new ProjectAssert(actual);
  }

  /** Starts assertions about a snapshot, such as a branch head. */
  public static SnapshotAssert assertThat(@Nullable Snapshot actual) {
    return new SnapshotAssert(actual);
  }

  /** Starts assertions about one version of a table. */
  public static TableAssert assertThat(@Nullable Table actual) {
    return new TableAssert(actual, actual == null ? "the table" : actual.toString());
  }

  /** Starts assertions about how a publish ended. */
  public static PublishResultAssert assertThat(@Nullable PublishResult actual) {
    return new PublishResultAssert(actual);
  }
}
