package dev.landfall.internal.wire;

import dev.landfall.model.CommitId;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one form in which a catalog refuses over HTTP. An answer that is not of this form was not
 * given by the catalog, and proves nothing.
 *
 * @param requestId under which the server logged the request
 * @param actualHead of the branch, with {@link ErrorCode#BRANCH_MOVED}, unless the branch is gone
 * @param conflicts with {@link ErrorCode#CONFLICT}, else empty
 */
public record ErrorEnvelope(
    ErrorCode code,
    String message,
    String requestId,
    @Nullable CommitId actualHead,
    List<TableConflict> conflicts) {

  /** Copies the list. */
  public ErrorEnvelope {
    conflicts = List.copyOf(conflicts);
  }

  /** Makes the envelope of an error that has no more to say than its message. */
  public static ErrorEnvelope of(ErrorCode code, String message, String requestId) {
    return new ErrorEnvelope(code, message, requestId, null, List.of());
  }

  /** Writes the envelope. */
  public byte[] encode() {
    CanonicalJson json =
        new CanonicalJson()
            .beginObject()
            .beginObject("error")
            .field("code", code.code())
            .field("message", message)
            .field("requestId", requestId)
            .optionalField("actualHead", actualHead == null ? null : actualHead.value());
    if (code == ErrorCode.CONFLICT) {
      json.beginArray("conflicts");
      conflicts.forEach(conflict -> write(conflict, json));
      json.endArray();
    }
    return json.endObject().endObject().toUtf8();
  }

  /**
   * Reads an envelope.
   *
   * @return empty if the bytes are none, or one that does not go with the status
   */
  public static Optional<ErrorEnvelope> decode(int status, byte[] bytes) {
    try {
      StrictJson error = StrictJson.parse(bytes).object("error");
      return ErrorCode.of(error.text("code"), status).map(code -> read(code, error));
    } catch (WireFormatException e) {
      return Optional.empty();
    }
  }

  private static ErrorEnvelope read(ErrorCode code, StrictJson error) {
    return new ErrorEnvelope(
        code,
        error.text("message"),
        error.text("requestId"),
        error.optionalValue("actualHead", CommitId::new).orElse(null),
        code == ErrorCode.CONFLICT
            ? error.objects("conflicts").stream().map(ErrorEnvelope::readConflict).toList()
            : List.of());
  }

  private static void write(TableConflict conflict, CanonicalJson json) {
    json.beginObject()
        .field("table", conflict.table().qualified())
        .field("kind", conflict.kind().word())
        .field("message", conflict.message())
        .endObject();
  }

  private static TableConflict readConflict(StrictJson json) {
    return new TableConflict(
        json.value("table", TableName::of),
        json.value("kind", ConflictKind::new),
        json.text("message"));
  }
}
