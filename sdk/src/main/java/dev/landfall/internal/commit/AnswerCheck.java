package dev.landfall.internal.commit;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds a catalog's answers against the request. An answer that cannot belong to it settles
 * nothing: it is a {@link ProtocolException}, as an unreadable one is.
 */
final class AnswerCheck {

  private AnswerCheck() {}

  /** Returns the answer, unless it is none or tells of another request's commit. */
  static PublishAnswer publish(PublishRequest request, @Nullable PublishAnswer answer) {
    if (answer == null) {
      throw unusable(request, "nothing at all");
    }
    if (answer instanceof PublishAnswer.Published published) {
      requireMadeBy(request, published.commit());
    }
    return answer;
  }

  /** Returns the answer, unless it is none or tells of another request's commit. */
  // A catalog of an application is not bound by the marks of null that this code is checked with.
  @SuppressWarnings("NullableOptional")
  static Optional<CommitInfo> lookUp(
      PublishRequest request, @Nullable Optional<CommitInfo> answer) {
    if (answer == null) {
      throw unusable(request, "nothing at all");
    }
    answer.ifPresent(commit -> requireMadeBy(request, commit));
    return answer;
  }

  private static void requireMadeBy(PublishRequest request, @Nullable CommitInfo commit) {
    if (commit == null) {
      throw unusable(request, "no commit");
    }
    CommitContent content = request.content();
    boolean same =
        commit.operationId().filter(content.operationId()::equals).isPresent()
            && commit.parent().filter(parent -> mayFollow(parent, content)).isPresent()
            && Objects.equals(commit.message().orElse(null), content.message());
    if (!same) {
      throw unusable(request, "commit " + commit.id() + ", which another request made");
    }
  }

  private static boolean mayFollow(CommitId parent, CommitContent content) {
    return content.comparison() == Comparison.TABLES || parent.equals(content.expectedHead());
  }

  private static ProtocolException unusable(PublishRequest request, String answer) {
    return new ProtocolException(
        "The catalog answered operation "
            + request.operationId()
            + " of project '"
            + request.project()
            + "' with "
            + answer
            + "; check the catalog, then recover the commit",
        null);
  }
}
