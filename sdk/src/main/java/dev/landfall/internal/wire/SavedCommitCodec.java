package dev.landfall.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.CommitContent;

/**
 * The text of a saved commit: the frozen request as it was sent, its digest, and what a reader
 * wants to see without parsing it. Does no I/O; safe for use by many threads.
 */
public final class SavedCommitCodec {

  /**
   * The version of the format that is written. Each version that was ever written is read for ever.
   */
  public static final int FORMAT_VERSION = 1;

  private SavedCommitCodec() {}

  /** Writes a request; the same request always gives the same text. */
  public static String encode(PublishRequest request) {
    CommitContent content = request.content();
    return new CanonicalJson()
        .beginObject()
        .field("formatVersion", FORMAT_VERSION)
        .field("project", content.project().value())
        .field("branch", content.branch().value())
        .field("operationId", content.operationId().toString())
        .field("request", new String(request.bytes(), UTF_8))
        .field("sha256", request.sha256())
        .endObject()
        .toString();
  }

  /**
   * Reads a text, and checks that all of it belongs together.
   *
   * @throws WireFormatException if it is anything but a saved commit; the message names the field
   */
  public static PublishRequest decode(String text) {
    StrictJson json = StrictJson.parse(text);
    int version = json.integer("formatVersion");
    if (version != FORMAT_VERSION) {
      throw json.invalid(
          "formatVersion",
          "is " + version + ", which this SDK does not know; it knows " + FORMAT_VERSION);
    }
    String project = json.text("project");
    String branch = json.text("branch");
    String operationId = json.text("operationId");
    byte[] bytes = json.text("request").getBytes(UTF_8);
    String sha256 = json.text("sha256");
    json.requireNothingElse();

    PublishRequest request = new PublishRequest(bytes, decodeRequest(json, bytes));
    requireEqual(json, "sha256", sha256, request.sha256());
    requireEqual(json, "project", project, request.content().project().value());
    requireEqual(json, "branch", branch, request.content().branch().value());
    requireEqual(json, "operationId", operationId, request.operationId().toString());
    return request;
  }

  private static CommitContent decodeRequest(StrictJson json, byte[] bytes) {
    try {
      return CommitContentCodec.decode(bytes);
    } catch (InvalidRequestException e) {
      throw json.invalid("request", "is refused: " + e.getMessage());
    }
  }

  private static void requireEqual(StrictJson json, String field, String value, String expected) {
    if (!value.equals(expected)) {
      throw json.invalid(field, "contradicts the request, whose own is '" + expected + "'");
    }
  }
}
