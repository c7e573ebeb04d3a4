package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.StrictJson;
import dev.landfall.model.CommitId;

/** A branch or tag, and the commit that it stands at. */
record Reference(String name, CommitId hash) {

  static Reference read(StrictJson json) {
    return new Reference(json.text("name"), json.value("hash", CommitId::new));
  }
}
