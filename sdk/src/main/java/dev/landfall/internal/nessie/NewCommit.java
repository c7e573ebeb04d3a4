package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.CanonicalJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A commit as it is asked for. */
record NewCommit(
    String message,
    Instant authorTime,
    Map<String, String> properties,
    List<CommitOperation> operations) {

  byte[] toJson() {
    CanonicalJson json =
        new CanonicalJson()
            .beginObject()
            .beginObject("commitMeta")
            .field("message", message)
            .field("authorTime", authorTime.toString())
            .field("properties", properties)
            .endObject()
            .beginArray("operations");
    operations.forEach(operation -> operation.write(json));
    return json.endArray().endObject().toUtf8();
  }
}
