package dev.landfall.internal.wire;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a frozen request: canonical JSON in UTF-8, of which there is exactly one text for
 * one content. Does no I/O; safe for use by many threads.
 */
public final class CommitContentCodec {

  /**
   * The version of the format that is written. Each version that was ever written is read for ever.
   */
  public static final int FORMAT_VERSION = 1;

  private static final String TABLES = "tables";

  private CommitContentCodec() {}

  /**
   * Writes a content.
   *
   * @throws IllegalArgumentException if a part of it is out of the bounds of {@link CommitLimits}
   */
  public static byte[] encode(CommitContent content) {
    CommitLimits.require(content);
    CanonicalJson json =
        new CanonicalJson()
            .beginObject()
            .field("formatVersion", FORMAT_VERSION)
            .field("project", content.project().value())
            .field("branch", content.branch().value())
            .field("branchId", content.branchId().toString())
            .field("expectedHead", content.expectedHead().value())
            .optionalField("compare", word(content.comparison()))
            .field("operationId", content.operationId().toString())
            .optionalField("message", content.message())
            .field("properties", content.properties())
            .beginArray("changes");
    content.changes().forEach(change -> ChangeCodec.encode(change, json));
    byte[] bytes = json.endArray().endObject().toUtf8();
    CommitLimits.requireRequestSize(bytes.length);
    return bytes;
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws InvalidRequestException if the bytes are anything else, if only by a space; the message
   *     names the field
   */
  public static CommitContent decode(byte[] bytes) {
    CommitContent content;
    byte[] canonical;
    try {
      CommitLimits.requireRequestSize(bytes.length);
      content = decode(StrictJson.parse(bytes));
      canonical = encode(content);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("Invalid commit request: " + e.getMessage(), e);
    }
    if (!Arrays.equals(bytes, canonical)) {
      throw new InvalidRequestException(
          "Invalid commit request: it is not in the canonical form; send the bytes as they were"
              + " frozen");
    }
    return content;
  }

  private static CommitContent decode(StrictJson json) {
    int version = json.integer("formatVersion");
    if (version != FORMAT_VERSION) {
      throw json.invalid(
          "formatVersion",
          "is " + version + ", which this SDK does not know; it knows " + FORMAT_VERSION);
    }
    CommitContent content =
        new CommitContent(
            json.value("project", ProjectName::new),
            json.value("branch", BranchName::new),
            json.uuid("branchId"),
            json.value("expectedHead", CommitId::new),
            decodeComparison(json),
            json.value("operationId", OperationId::of),
            json.optionalText("message").orElse(null),
            json.texts("properties"),
            decodeChanges(json.objects("changes")));
    json.requireNothingElse();
    return content;
  }

  /** The comparison that is the rule is not written. */
  private static @Nullable String word(Comparison comparison) {
    return comparison == Comparison.TABLES ? TABLES : null;
  }

  private static Comparison decodeComparison(StrictJson json) {
    Optional<String> word = json.optionalText("compare");
    if (word.isEmpty()) {
      return Comparison.HEAD;
    }
    if (!word.get().equals(TABLES)) {
      throw json.invalid("compare", "is '" + word.get() + "'; leave it out, or give " + TABLES);
    }
    return Comparison.TABLES;
  }

  private static List<Change> decodeChanges(List<StrictJson> changes) {
    CommitLimits.requireChangeCount(changes.size());
    return changes.stream().map(CommitContentCodec::decodeChange).toList();
  }

  private static Change decodeChange(StrictJson json) {
    Change change = ChangeCodec.decode(json);
    json.requireNothingElse();
    return change;
  }
}
