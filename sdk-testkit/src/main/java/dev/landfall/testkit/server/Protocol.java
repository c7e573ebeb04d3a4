package dev.landfall.testkit.server;

import dev.landfall.catalog.CatalogException;
import dev.landfall.internal.icebergrest.RestAnswer;
import dev.landfall.internal.icebergrest.RestErrors;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What differs between the protocols of a server: how a query is read, and how errors look. */
enum Protocol {
  /** The one that the SDK speaks. */
  NATIVE {
    @Override
    Map<String, String> query(@Nullable String query, Set<String> known) {
      return Query.parse(query, known);
    }

    @Override
    Reply refused(Refusal refusal, String requestId) {
      return refusal.reply(requestId);
    }

    @Override
    Reply failed(Throwable failure, String requestId) {
      return ErrorReplies.refusal(failure, requestId).reply(requestId);
    }
  },

  /** Iceberg's. Its clients come in many releases, so what is not known is passed over. */
  ICEBERG {
    @Override
    Map<String, String> query(@Nullable String query, Set<String> known) {
      return Query.parseForm(query);
    }

    @Override
    Reply refused(Refusal refusal, String requestId) {
      return refusal.onto(
          reply(RestErrors.refused(status(refusal), String.valueOf(refusal.getMessage()))));
    }

    @Override
    Reply failed(Throwable failure, String requestId) {
      if (failure instanceof CommitStateUnknownException) {
        LOG.error("Request {} failed", requestId, failure);
      }
      // What Iceberg's exceptions carry of the catalog behind the server is not for the client.
      Throwable cause = failure.getCause() instanceof CatalogException hidden ? hidden : failure;
      return failure instanceof UnsupportedOperationException && cause != failure
          ? refused(ErrorReplies.refusal(cause, requestId), requestId)
          : RestErrors.find(failure)
              .map(Protocol::reply)
              .orElseGet(() -> refused(ErrorReplies.refusal(cause, requestId), requestId));
    }
  };

  static final String ICEBERG_ROOT = "iceberg";

  private static final Logger LOG = LoggerFactory.getLogger(Protocol.class);

  private static int status(Refusal refusal) {
    return switch (refusal.code()) {
      case NOT_SUPPORTED -> 406;
      case OPERATION_ABANDONED -> 409;
      default -> refusal.code().status();
    };
  }

  static Reply reply(RestAnswer answer) {
    return new Reply(answer.status(), answer.outcome(), answer.headers(), answer.body(), false);
  }

  /** Reads the parameters of a request. */
  abstract Map<String, String> query(@Nullable String query, Set<String> known);

  /** Answers what the server refuses by itself. */
  abstract Reply refused(Refusal refusal, String requestId);

  /** Answers any failure. */
  abstract Reply failed(Throwable failure, String requestId);
}
