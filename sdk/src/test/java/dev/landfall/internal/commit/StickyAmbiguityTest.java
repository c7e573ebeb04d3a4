package dev.landfall.internal.commit;

import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.ABANDONED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.ALREADY_EXISTS;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.CHECKED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.CONFLICTED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.DAMAGED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.DENIED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.ERROR;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.FOREIGN;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.FOREIGN_COMMIT;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.INVALID;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.LOCKED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.MAYBE_SENT;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.MISMATCH;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.MOVED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.NOTHING;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.NOT_FOUND;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.NOT_SENT;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.NOT_SUPPORTED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.PROTOCOL;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.PUBLISHED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.REPLAYED;
import static dev.landfall.internal.commit.StickyAmbiguityTest.Answer.UNAUTHENTICATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.CommitInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rule R4: a definite failure needs proof, and ambiguity is sticky. Every sequence of three answers
 * of a catalog is played, with every answer of a look-up, for a request that is new and for one
 * that another process may have sent; what the rule says of it is stated here a second time.
 */
class StickyAmbiguityTest {

  /** Everything that a call to a catalog may end in. */
  enum Answer {
    PUBLISHED,
    REPLAYED,
    MOVED,
    CONFLICTED,
    MISMATCH,
    ABANDONED,
    NOT_SENT,
    MAYBE_SENT,
    PROTOCOL,
    NOTHING,
    FOREIGN_COMMIT,
    FOREIGN,
    CHECKED,
    ERROR,
    INVALID,
    NOT_FOUND,
    DENIED,
    UNAUTHENTICATED,
    NOT_SUPPORTED,
    DAMAGED,
    LOCKED,
    ALREADY_EXISTS
  }

  /** What the look-up says that a catalog without memory of operations makes necessary. */
  enum LookUp {
    FOUND,
    EMPTY,
    MISMATCH,
    REFUSED,
    LOST
  }

  private static final Set<Answer> LANDED = EnumSet.of(PUBLISHED, REPLAYED);
  private static final Set<Answer> AMBIGUOUS =
      EnumSet.of(MAYBE_SENT, PROTOCOL, NOTHING, FOREIGN_COMMIT, FOREIGN, CHECKED, ERROR);
  private static final Set<Answer> NEVER_LANDS = EnumSet.of(MISMATCH, ABANDONED);
  private static final Set<Answer> REFUSED =
      EnumSet.of(
          INVALID,
          NOT_FOUND,
          DENIED,
          UNAUTHENTICATED,
          NOT_SUPPORTED,
          DAMAGED,
          LOCKED,
          ALREADY_EXISTS);

  private static final int ATTEMPTS = 3;

  @ParameterizedTest
  @EnumSource(LookUp.class)
  void everySequenceOfAnswersIsJudgedByTheRule(LookUp lookUp) {
    Set<List<Answer>> played = new HashSet<>();
    for (Answer first : Answer.values()) {
      for (Answer second : Answer.values()) {
        for (Answer third : Answer.values()) {
          List<Answer> script = List.of(first, second, third);
          if (played.add(heard(script))) {
            assertJudged(script, false, lookUp);
            assertJudged(script, true, lookUp);
          }
        }
      }
    }
    int repeated = AMBIGUOUS.size() + 1;
    int last = Answer.values().length - repeated;
    assertThat(played)
        .hasSize(last + repeated * last + repeated * repeated * Answer.values().length);
  }

  private static void assertJudged(List<Answer> script, boolean sentBefore, LookUp lookUp) {
    PublishRequest request = Requests.fresh();
    Publishing publishing = new Publishing();
    script.forEach(answer -> publishing.catalog.onPublish(r -> play(answer, r)));
    for (int i = 0; i < ATTEMPTS; i++) {
      publishing.catalog.onLookUp(() -> play(lookUp, request));
    }
    SendHistory history = sentBefore ? SendHistory.mayHaveBeenSent() : SendHistory.neverSent();

    PublishOutcome outcome = publishing.publisher(ATTEMPTS).publish(request, history);

    List<Answer> heard = heard(script);
    assertThat(summary(outcome))
        .as("%s, sent before: %s, look-up: %s", heard, sentBefore, lookUp)
        .isEqualTo(rule(heard, sentBefore, lookUp));
    assertThat(publishing.catalog.sent).hasSize(heard.size()).containsOnly(request);
  }

  /** The rule, said of the answers that were heard. */
  private static String rule(List<Answer> heard, boolean sentBefore, LookUp lookUp) {
    Answer last = heard.get(heard.size() - 1);
    boolean ambiguous = sentBefore || heard.stream().anyMatch(AMBIGUOUS::contains);
    if (LANDED.contains(last)) {
      return last == REPLAYED ? "Published again" : "Published";
    }
    if (NEVER_LANDS.contains(last)) {
      return "Failed " + last;
    }
    if (!ambiguous) {
      return last == MOVED || last == CONFLICTED ? last.toString() : "Failed " + last;
    }
    if (last != MOVED && last != CONFLICTED && last != INVALID) {
      return "Unknown";
    }
    return switch (lookUp) {
      case FOUND -> "Published again";
      case EMPTY -> last == INVALID ? "Failed INVALID" : last.toString();
      case MISMATCH -> "Failed MISMATCH";
      case REFUSED, LOST -> "Unknown";
    };
  }

  /** A catalog's own answer is the last one that is heard; everything else is repeated. */
  private static List<Answer> heard(List<Answer> script) {
    List<Answer> heard = new ArrayList<>();
    for (Answer answer : script) {
      heard.add(answer);
      if (!AMBIGUOUS.contains(answer) && answer != NOT_SENT) {
        break;
      }
    }
    return heard;
  }

  private static PublishAnswer play(Answer answer, PublishRequest request) {
    return switch (answer) {
      case PUBLISHED -> new PublishAnswer.Published(Requests.commitOf(request), false);
      case REPLAYED -> new PublishAnswer.Published(Requests.commitOf(request), true);
      case MOVED -> new PublishAnswer.BranchMoved(Requests.H7);
      case CONFLICTED -> new PublishAnswer.Conflicted(List.of());
      case NOTHING -> null;
      case FOREIGN_COMMIT ->
          new PublishAnswer.Published(Requests.commitOf(Requests.fresh()), false);
      default -> ScriptedCatalog.thrown(failure(answer));
    };
  }

  private static Throwable failure(Answer answer) {
    return switch (answer) {
      case MISMATCH -> new OperationMismatchException("MISMATCH");
      case ABANDONED -> new OperationAbandonedException("ABANDONED");
      case NOT_SENT -> UnavailableException.notSent("NOT_SENT", null);
      case MAYBE_SENT -> UnavailableException.maybeSent("MAYBE_SENT", null);
      case PROTOCOL -> new ProtocolException("PROTOCOL", null);
      case FOREIGN -> new IllegalStateException("FOREIGN");
      case CHECKED -> new IOException("CHECKED");
      case ERROR -> new AssertionError("ERROR");
      case INVALID -> new InvalidRequestException("INVALID");
      case NOT_FOUND -> new NotFoundException("NOT_FOUND");
      case DENIED -> new PermissionDeniedException("DENIED");
      case UNAUTHENTICATED -> new UnauthenticatedException("UNAUTHENTICATED");
      case NOT_SUPPORTED -> new NotSupportedException("NOT_SUPPORTED");
      case DAMAGED -> new CatalogDamagedException("DAMAGED");
      case LOCKED -> new CatalogLockedException("LOCKED");
      case ALREADY_EXISTS -> new AlreadyExistsException("ALREADY_EXISTS");
      default -> throw new IllegalArgumentException(answer + " is an answer");
    };
  }

  private static Optional<CommitInfo> play(LookUp lookUp, PublishRequest request) {
    return switch (lookUp) {
      case FOUND -> Optional.of(Requests.commitOf(request));
      case EMPTY -> Optional.empty();
      case MISMATCH -> throw new OperationMismatchException("MISMATCH");
      case REFUSED -> throw new UnauthenticatedException("REFUSED");
      case LOST -> throw UnavailableException.maybeSent("LOST", null);
    };
  }

  private static String summary(PublishOutcome outcome) {
    if (outcome instanceof PublishOutcome.Published published) {
      return published.replayed() ? "Published again" : "Published";
    } else if (outcome instanceof PublishOutcome.BranchMoved moved) {
      assertThat(moved.expected()).isEqualTo(Requests.H0);
      assertThat(moved.actual()).isEqualTo(Requests.H7);
      return "MOVED";
    } else if (outcome instanceof PublishOutcome.Conflicted) {
      return "CONFLICTED";
    } else if (outcome instanceof PublishOutcome.Failed failed) {
      return "Failed " + failed.error().getMessage();
    }
    return "Unknown";
  }

  @Test
  void theTableKnowsEveryAnswer() {
    assertThat(
            Stream.of(LANDED, AMBIGUOUS, NEVER_LANDS, REFUSED, Set.of(MOVED, CONFLICTED, NOT_SENT))
                .flatMap(Set::stream))
        .containsExactlyInAnyOrderElementsOf(Arrays.asList(Answer.values()));
  }
}
