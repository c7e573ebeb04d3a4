package dev.landfall;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.SavedCommitCodec;
import dev.landfall.internal.wire.WireFormatException;
import dev.landfall.model.BranchName;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import org.jspecify.annotations.Nullable;

/**
 * A frozen commit as a value to store: what is needed to resume it in another process, in this or
 * any later version of the SDK. It holds the exact request, and neither credentials nor the address
 * of a catalog. Immutable and safe for use by many threads; no method does I/O.
 *
 * <p>{@link #toJson} and {@link #fromJson} write and read it, and so does any Jackson {@code
 * ObjectMapper}, without modules or settings. Two saved commits are equal if they hold the same
 * request.
 *
 * <p>{@code fromJson} refuses a damaged text at once. A mapper hands the damaged value over, since
 * its own exceptions would hide the reason: every method of such a value but {@code equals}, {@code
 * hashCode} and {@code toString} throws a {@link SavedCommitFormatException}, and so does resuming
 * it, before anything is sent.
 */
public final class SavedCommit {

  /**
   * Canonical, unless a mapper read a value that is no saved commit: then the text of that value.
   */
  private final String json;

  private SavedCommit(String json) {
    this.json = json;
  }

  static SavedCommit of(PublishRequest request) {
    return new SavedCommit(SavedCommitCodec.encode(request));
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws SavedCommitFormatException if the text is anything but one saved commit: cut, damaged,
   *     followed by more text, with fields missing, unknown, repeated or contradicting each other,
   *     or of an unknown format version; the text should be kept, since its commit may have landed
   */
  public static SavedCommit fromJson(String json) {
    return of(decode(json));
  }

  /**
   * Returns the commit as one line of JSON; the same commit always gives the same text.
   *
   * @throws SavedCommitFormatException if a mapper read a damaged text
   */
  public String toJson() {
    decode(json);
    return json;
  }

  /**
   * Returns the version of the saved format.
   *
   * @throws SavedCommitFormatException if a mapper read a damaged text
   */
  public int formatVersion() {
    return fields().formatVersion();
  }

  /**
   * Returns the project that the commit is for.
   *
   * @throws SavedCommitFormatException if a mapper read a damaged text
   */
  public ProjectName project() {
    return toRequest().project();
  }

  /**
   * Returns the branch that the commit is for.
   *
   * @throws SavedCommitFormatException if a mapper read a damaged text
   */
  public BranchName branch() {
    return toRequest().content().branch();
  }

  /**
   * Returns the operation that the commit makes.
   *
   * @throws SavedCommitFormatException if a mapper read a damaged text
   */
  public OperationId operationId() {
    return toRequest().operationId();
  }

  /** Returns the request to send, or refuses a damaged value. */
  PublishRequest toRequest() {
    return decode(json);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SavedCommit that && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  @Override
  public String toString() {
    try {
      PublishRequest request = toRequest();
      return "saved commit of operation "
          + request.operationId()
          + " on branch '"
          + request.content().branch()
          + "' of project '"
          + request.project()
          + "'";
    } catch (SavedCommitFormatException e) {
      return "damaged saved commit (" + e.getMessage() + ")";
    }
  }

  /**
   * Takes any JSON value, so that what is wrong with it is said by this class and not by a mapper.
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  private static SavedCommit read(JsonNode value) {
    String text = value.toString();
    try {
      return fromJson(text);
    } catch (SavedCommitFormatException e) {
      // Not lost: whoever uses the value decodes the text again and is told.
      return new SavedCommit(text);
    }
  }

  @JsonValue
  private Fields fields() {
    PublishRequest request = toRequest();
    return new Fields(
        SavedCommitCodec.FORMAT_VERSION,
        request.project().value(),
        request.content().branch().value(),
        request.operationId().toString(),
        new String(request.bytes(), UTF_8),
        request.sha256());
  }

  private static PublishRequest decode(String json) {
    try {
      return SavedCommitCodec.decode(json);
    } catch (WireFormatException e) {
      throw new SavedCommitFormatException(
          "Cannot read a saved commit: " + e.getMessage(), e.field().orElse(null), e);
    }
  }

  /**
   * What a mapper writes. The names are given, so that no naming strategy of a mapper changes them.
   */
  @JsonPropertyOrder({"formatVersion", "project", "branch", "operationId", "request", "sha256"})
  private record Fields(
      @JsonProperty("formatVersion") int formatVersion,
      @JsonProperty("project") String project,
      @JsonProperty("branch") String branch,
      @JsonProperty("operationId") String operationId,
      @JsonProperty("request") String request,
      @JsonProperty("sha256") String sha256) {}
}
