package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableConflict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The server refuses a request; the message is for the client. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient @Nullable CommitId actualHead;
  private final transient List<TableConflict> conflicts;
  private final transient Map<String, String> headers;
  private final boolean closing;

  private Refusal(
      ErrorCode code,
      String message,
      @Nullable CommitId actualHead,
      List<TableConflict> conflicts,
      Map<String, String> headers,
      boolean closing) {
    super(message, null, false, false);
    this.code = code;
    this.actualHead = actualHead;
    this.conflicts = conflicts;
    this.headers = headers;
    this.closing = closing;
  }

  static Refusal of(ErrorCode code, String message) {
    return new Refusal(code, message, null, List.of(), Map.of(), false);
  }

  static Refusal of(ErrorCode code, String message, String header, String value) {
    return new Refusal(code, message, null, List.of(), Map.of(header, value), false);
  }

  static Refusal invalid(String message) {
    return of(ErrorCode.INVALID_REQUEST, message);
  }

  static Refusal branchMoved(@Nullable CommitId actualHead) {
    String message =
        actualHead == null
            ? "The branch that was pinned is gone; nothing was changed"
            : "The branch head is " + actualHead + ", not the expected one; nothing was changed";
    return new Refusal(ErrorCode.BRANCH_MOVED, message, actualHead, List.of(), Map.of(), false);
  }

  static Refusal conflict(List<TableConflict> conflicts) {
    return new Refusal(
        ErrorCode.CONFLICT,
        conflicts.size() + " changes cannot be applied; nothing was published",
        null,
        conflicts,
        Map.of(),
        false);
  }

  ErrorCode code() {
    return code;
  }

  /** Returns the same refusal, with which the connection ends. */
  Refusal andClose() {
    return new Refusal(code, String.valueOf(getMessage()), actualHead, conflicts, headers, true);
  }

  Reply reply(String requestId) {
    String message = String.valueOf(getMessage());
    return onto(Reply.refused(new ErrorEnvelope(code, message, requestId, actualHead, conflicts)));
  }

  /** Puts the headers of this refusal onto an answer that says the same. */
  Reply onto(Reply answer) {
    Reply reply = answer;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      reply = reply.with(header.getKey(), header.getValue());
    }
    return closing ? reply.andClose() : reply;
  }
}
