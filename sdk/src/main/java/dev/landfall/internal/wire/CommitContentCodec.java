package dev.landfall.internal.wire;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * The bytes of a frozen request: canonical JSON in UTF-8, of which there is exactly one text for
 * one content. Does no I/O; safe for use by many threads.
 */
public final class CommitContentCodec {

  /**
   * The version of the format that is written. Each version that was ever written is read for ever.
   */
  public static final int FORMAT_VERSION = 1;

  private static final String UPDATE = "update";
  private static final String CREATE = "create";
  private static final String DROP = "drop";
  private static final String RENAME = "rename";
  private static final String ASSERT_UNCHANGED = "assert-unchanged";

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
            .field("operationId", content.operationId().toString())
            .optionalField("message", content.message())
            .field("properties", content.properties())
            .beginArray("changes");
    content.changes().forEach(change -> encode(change, json));
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

  private static void encode(Change change, CanonicalJson json) {
    json.beginObject().field("action", actionOf(change)).field("table", change.table().qualified());
    if (change instanceof Change.Update update) {
      json.field("tableId", update.tableId().toString())
          .field("baseLocation", update.baseLocation())
          .field("metadataLocation", update.metadataLocation());
    } else if (change instanceof Change.Create create) {
      json.field("tableId", create.tableId().toString())
          .field("metadataLocation", create.metadataLocation());
    } else if (change instanceof Change.Rename rename) {
      json.field("newName", rename.newName().qualified());
    } else if (change instanceof Change.AssertUnchanged unchanged) {
      json.field("tableId", unchanged.tableId().toString())
          .field("metadataLocation", unchanged.metadataLocation());
    }
    json.endObject();
  }

  private static String actionOf(Change change) {
    if (change instanceof Change.Update) {
      return UPDATE;
    } else if (change instanceof Change.Create) {
      return CREATE;
    } else if (change instanceof Change.Drop) {
      return DROP;
    } else if (change instanceof Change.Rename) {
      return RENAME;
    } else if (change instanceof Change.AssertUnchanged) {
      return ASSERT_UNCHANGED;
    }
    throw new IllegalArgumentException("This format cannot say: " + change);
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
            value(json, "project", ProjectName::new),
            value(json, "branch", BranchName::new),
            value(json, "branchId", CommitContentCodec::uuid),
            value(json, "expectedHead", CommitId::new),
            value(json, "operationId", OperationId::of),
            json.optionalText("message").orElse(null),
            json.texts("properties"),
            decodeChanges(json.objects("changes")));
    json.requireNothingElse();
    return content;
  }

  private static List<Change> decodeChanges(List<StrictJson> changes) {
    CommitLimits.requireChangeCount(changes.size());
    return changes.stream().map(CommitContentCodec::decodeChange).toList();
  }

  private static Change decodeChange(StrictJson json) {
    String action = json.text("action");
    TableName table = value(json, "table", TableName::of);
    Change change =
        switch (action) {
          case UPDATE ->
              new Change.Update(
                  table, tableId(json), json.text("baseLocation"), json.text("metadataLocation"));
          case CREATE -> new Change.Create(table, tableId(json), json.text("metadataLocation"));
          case DROP -> new Change.Drop(table);
          case RENAME -> new Change.Rename(table, value(json, "newName", TableName::of));
          case ASSERT_UNCHANGED ->
              new Change.AssertUnchanged(table, tableId(json), json.text("metadataLocation"));
          default -> throw json.invalid("action", "is none of the actions that this SDK knows");
        };
    json.requireNothingElse();
    return change;
  }

  private static <T> T value(StrictJson json, String field, Function<String, T> parser) {
    String text = json.text(field);
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw json.invalid(field, "is refused: " + e.getMessage());
    }
  }

  private static UUID tableId(StrictJson json) {
    return value(json, "tableId", CommitContentCodec::uuid);
  }

  /** The canonical form only: UUID.fromString also takes short groups and capital letters. */
  private static UUID uuid(String text) {
    return OperationId.of(text).value();
  }
}
