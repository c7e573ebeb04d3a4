package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.CanonicalJson;
import org.jspecify.annotations.Nullable;

/** What a commit does to one key. */
sealed interface CommitOperation {

  /** Returns the key. */
  Key key();

  /** Writes the operation as Nessie takes it. */
  void write(CanonicalJson json);

  /** Binds a key to a version of an Iceberg table. Without a content id, it is a new table. */
  record PutTable(Key key, @Nullable String contentId, Content.Version version)
      implements CommitOperation {
    @Override
    public void write(CanonicalJson json) {
      MetadataFile file = version.file();
      begin(json, "PUT", key)
          .beginObject("content")
          .field("type", "ICEBERG_TABLE")
          .optionalField("id", contentId)
          .field("metadataLocation", version.location())
          .field("snapshotId", file.snapshotId())
          .field("schemaId", file.schemaId())
          .field("specId", file.specId())
          .field("sortOrderId", file.sortOrderId())
          .endObject()
          .endObject();
    }
  }

  /** Makes a namespace. */
  record PutNamespace(Key key) implements CommitOperation {
    @Override
    public void write(CanonicalJson json) {
      begin(json, "PUT", key)
          .beginObject("content")
          .field("type", "NAMESPACE")
          .field("elements", key.elements())
          .endObject()
          .endObject();
    }
  }

  /**
   * Writes a record of ours at a new key. Of what Nessie can hold, a function is what no engine
   * takes for a table or a namespace.
   */
  record PutRecord(Key key, String text) implements CommitOperation {
    @Override
    public void write(CanonicalJson json) {
      begin(json, "PUT", key)
          .beginObject("content")
          .field("type", "UDF")
          .field("dialect", "landfall")
          .field("sqlText", text)
          .endObject()
          .endObject();
    }
  }

  /** Unbinds a key. */
  record Delete(Key key) implements CommitOperation {
    @Override
    public void write(CanonicalJson json) {
      begin(json, "DELETE", key).endObject();
    }
  }

  /** Requires that a key has not changed since the expected commit. */
  record Unchanged(Key key) implements CommitOperation {
    @Override
    public void write(CanonicalJson json) {
      begin(json, "UNCHANGED", key).endObject();
    }
  }

  private static CanonicalJson begin(CanonicalJson json, String type, Key key) {
    return json.beginObject()
        .field("type", type)
        .beginObject("key")
        .field("elements", key.elements())
        .endObject();
  }
}
