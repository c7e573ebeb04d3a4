package dev.landfall.internal.nessie;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CanonicalJson;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.internal.wire.StrictJson;
import dev.landfall.model.CommitContent;
import dev.landfall.model.Comparison;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept at an operation's key. The key is put anew by whatever settles the operation, so
 * that Nessie lets only one thing settle it on a branch.
 *
 * @param request the frozen request that landed; empty if the operation was abandoned
 */
record OperationRecord(Optional<CommitContent> request, Instant recordedAt) {

  /** Writes the record of a request that is to land. */
  static String landing(PublishRequest request, Instant now) {
    return begin(now)
        .field("request", new String(request.bytes(), StandardCharsets.UTF_8))
        .endObject()
        .toString();
  }

  /** Writes the record that an operation never lands. */
  static String abandoned(Instant now) {
    return begin(now).endObject().toString();
  }

  /**
   * Reads a record.
   *
   * @throws RuntimeException if somebody else wrote it
   */
  static OperationRecord read(String text) {
    StrictJson json = StrictJson.parse(text);
    return new OperationRecord(
        json.optionalText("request")
            .map(bytes -> CommitContentCodec.decode(bytes.getBytes(StandardCharsets.UTF_8))),
        json.instant("recordedAt"));
  }

  /**
   * Returns whether nothing depends on the record any more once its commit is old: a request that
   * compares the whole head can never land again, as the branch has moved. Only the record keeps a
   * release from landing twice, or an abandoned one from landing.
   */
  boolean isDispensable() {
    return request.filter(content -> content.comparison() == Comparison.HEAD).isPresent();
  }

  private static CanonicalJson begin(Instant now) {
    return new CanonicalJson()
        .beginObject()
        .field("formatVersion", 1)
        .field("recordedAt", now.toString());
  }
}
