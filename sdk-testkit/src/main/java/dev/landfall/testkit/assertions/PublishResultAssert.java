package dev.landfall.testkit.assertions;

import static java.util.stream.Collectors.joining;

import dev.landfall.PublishResult;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.TableName;
import dev.landfall.testkit.internal.HistoryText;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about how a publish ended. A failure tells what happened instead, with the attempts
 * and the cause. They do no I/O.
 */
public final class PublishResultAssert extends AbstractAssert<PublishResultAssert, PublishResult> {

  private static final Map<Class<? extends PublishResult>, String> WORDS =
      Map.of(
          PublishResult.Published.class, "published",
          PublishResult.BranchMoved.class, "branch moved",
          PublishResult.Conflicted.class, "conflicted",
          PublishResult.Unknown.class, "unknown",
          PublishResult.Failed.class, "failed");

  PublishResultAssert(@Nullable PublishResult actual) {
    super(actual, PublishResultAssert.class);
  }

  /** Verifies that the commit is in the history, by this send or an earlier one. */
  public PublishResultAssert isPublished() {
    require(PublishResult.Published.class);
    return this;
  }

  /** Verifies that the commit is in the history, and was so before this publish. */
  public PublishResultAssert isReplayed() {
    if (!require(PublishResult.Published.class).replayed()) {
      throw failure(
          "Expected an earlier send to have landed already, but it was this one: %s", describe());
    }
    return this;
  }

  /** Verifies that the branch had another head, so that nothing was published. */
  public PublishResultAssert isBranchMoved() {
    require(PublishResult.BranchMoved.class);
    return this;
  }

  /** Verifies that staged changes did not fit, so that nothing was published. */
  public PublishResultAssert isConflicted() {
    require(PublishResult.Conflicted.class);
    return this;
  }

  /** Verifies that nothing was published because of conflicts about these tables, and no others. */
  public PublishResultAssert isConflictedOn(String... tables) {
    List<TableName> expected = List.of(tables).stream().map(TableName::of).sorted().toList();
    List<TableName> found =
        require(PublishResult.Conflicted.class).conflicts().stream()
            .map(conflict -> conflict.table())
            .distinct()
            .sorted()
            .toList();
    if (!found.equals(expected)) {
      throw failureWithActualExpected(
          found, expected, "Expected conflicts on %s, but the publish is %s", expected, describe());
    }
    return this;
  }

  /** Verifies that the commit has landed, may still land, or never will. */
  public PublishResultAssert isUnknown() {
    require(PublishResult.Unknown.class);
    return this;
  }

  /** Verifies that nothing was published, for a definite reason. */
  public PublishResultAssert isFailed() {
    require(PublishResult.Failed.class);
    return this;
  }

  /** Verifies that nothing was published, for a reason of this kind. */
  public PublishResultAssert isFailedWith(Class<? extends CatalogException> reason) {
    if (!reason.isInstance(require(PublishResult.Failed.class).error())) {
      throw withCause(
          failure(
              "Expected a publish that failed with %s, but it is %s",
              reason.getSimpleName(), describe()));
    }
    return this;
  }

  /** Verifies that the commit is in the history, and goes on with the head that it made. */
  public SnapshotAssert head() {
    return new SnapshotAssert(require(PublishResult.Published.class).head())
        .describedAs("%s", descriptionText());
  }

  private <T extends PublishResult> T require(Class<T> outcome) {
    isNotNull();
    if (!outcome.isInstance(actual)) {
      throw withCause(
          failure("Expected a publish that is %s, but it is %s", WORDS.get(outcome), describe()));
    }
    return outcome.cast(actual);
  }

  private AssertionError withCause(AssertionError failure) {
    Throwable cause =
        actual.<@Nullable Throwable>fold(
            published -> null,
            moved -> null,
            conflicted -> null,
            PublishResult.Unknown::lastFailure,
            PublishResult.Failed::error);
    if (cause != null && failure.getCause() == null) {
      failure.initCause(cause);
    }
    return failure;
  }

  private String describe() {
    return actual.fold(
        published ->
            "published as commit "
                + HistoryText.brief(published.head().commitId())
                + (published.replayed() ? " by an earlier send" : ""),
        moved ->
            "branch moved: nothing was published, as the head is "
                + moved.actualHead().map(HistoryText::brief).orElse("gone")
                + " and no longer "
                + HistoryText.brief(moved.expectedHead()),
        PublishResultAssert::describe,
        PublishResultAssert::describe,
        failed -> "failed: nothing was published, because of " + failed.error());
  }

  private static String describe(PublishResult.Conflicted conflicted) {
    return conflicted.conflicts().stream()
        .map(c -> "%n  table '%s': %s, %s".formatted(c.table(), c.kind(), c.message()))
        .collect(joining("", "conflicted: nothing was published", ""));
  }

  private static String describe(PublishResult.Unknown unknown) {
    return unknown.attempts().stream()
        .map(attempt -> "%n  attempt %s: %s".formatted(attempt.number(), attempt.failure()))
        .collect(
            joining(
                "",
                "unknown: operation " + unknown.commit().operationId() + " may have landed or not",
                ""));
  }
}
