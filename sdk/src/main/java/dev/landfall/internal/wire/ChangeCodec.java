package dev.landfall.internal.wire;

import dev.landfall.model.Change;
import dev.landfall.model.TableName;

/** The JSON of one change, in requests and in answers alike. */
final class ChangeCodec {

  private static final String UPDATE = "update";
  private static final String CREATE = "create";
  private static final String DROP = "drop";
  private static final String RENAME = "rename";
  private static final String ASSERT_UNCHANGED = "assert-unchanged";

  private ChangeCodec() {}

  static void encode(Change change, CanonicalJson json) {
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

  /** Reads a change; fields that are left over are for the caller to judge. */
  static Change decode(StrictJson json) {
    String action = json.text("action");
    TableName table = json.value("table", TableName::of);
    return switch (action) {
      case UPDATE ->
          new Change.Update(
              table,
              json.uuid("tableId"),
              json.text("baseLocation"),
              json.text("metadataLocation"));
      case CREATE -> new Change.Create(table, json.uuid("tableId"), json.text("metadataLocation"));
      case DROP -> new Change.Drop(table);
      case RENAME -> new Change.Rename(table, json.value("newName", TableName::of));
      case ASSERT_UNCHANGED ->
          new Change.AssertUnchanged(table, json.uuid("tableId"), json.text("metadataLocation"));
      default -> throw json.invalid("action", "is none of the actions that this SDK knows");
    };
  }
}
