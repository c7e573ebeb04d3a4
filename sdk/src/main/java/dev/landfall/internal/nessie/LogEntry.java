package dev.landfall.internal.nessie;

import dev.landfall.internal.wire.StrictJson;
import dev.landfall.model.CommitId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A commit in Nessie's history.
 *
 * @param authorTime when its author made it, by the author's clock
 * @param commitTime when Nessie made it, by Nessie's clock
 * @param changes empty too if they were not asked for
 */
record LogEntry(
    CommitId hash,
    CommitId parent,
    String message,
    Instant authorTime,
    Instant commitTime,
    Map<String, String> properties,
    List<Change> changes) {

  /** A key that the commit changed, and the content since; none if it was deleted. */
  record Change(Key key, @Nullable Content content) {}

  /** Returns what the changed keys have since. */
  Map<Key, Optional<Content>> outcome() {
    Map<Key, Optional<Content>> outcome = new LinkedHashMap<>();
    for (Change change : changes) {
      // A table that took the place of a dropped one has two changes.
      if (change.content() != null || !outcome.containsKey(change.key())) {
        outcome.put(change.key(), Optional.ofNullable(change.content()));
      }
    }
    return outcome;
  }

  static LogEntry read(StrictJson json) {
    StrictJson meta = json.object("commitMeta");
    Map<String, String> properties = new LinkedHashMap<>();
    meta.textLists("allProperties")
        .forEach((name, values) -> properties.put(name, String.join(",", values)));
    Instant commitTime = meta.instant("commitTime");
    return new LogEntry(
        meta.value("hash", CommitId::new),
        json.value("parentCommitHash", CommitId::new),
        meta.optionalText("message").orElse(""),
        meta.optionalText("authorTime").isPresent() ? meta.instant("authorTime") : commitTime,
        commitTime,
        properties,
        json.optionalObjects("operations").stream().map(LogEntry::readChange).toList());
  }

  private static Change readChange(StrictJson json) {
    return new Change(
        new Key(json.object("key").textList("elements")),
        json.optionalObject("content").map(Content::read).orElse(null));
  }
}
