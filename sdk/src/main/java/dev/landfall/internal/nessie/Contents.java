package dev.landfall.internal.nessie;

import dev.landfall.model.CommitId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The contents of keys at commits. What a commit has never changes, so what is known of the newest
 * commits is kept, and carried on from a commit to the one after it. What is not known is asked for
 * together with the keys that were asked for lately, as they will be asked for next. Safe for use
 * by many threads.
 */
final class Contents {

  private static final int KNOWN_COMMITS = 64;
  private static final int RECENT_KEYS = 256;

  private final NessieApi api;
  private final Recent<CommitId, Map<Key, Optional<Content>>> known = new Recent<>(KNOWN_COMMITS);
  private final Recent<Key, Boolean> recent = new Recent<>(RECENT_KEYS);

  Contents(NessieApi api) {
    this.api = api;
  }

  /**
   * Returns what a commit has at some keys; keys without content are left out.
   *
   * @return empty if there is no such commit
   */
  Optional<Map<Key, Content>> at(CommitId commit, Collection<Key> keys) {
    keys.forEach(key -> recent.put(key, true));
    Map<Key, Optional<Content>> here = known.get(commit);
    if (here == null || !here.keySet().containsAll(keys)) {
      Set<Key> asked = new LinkedHashSet<>(keys);
      asked.addAll(recent.keys());
      Optional<NessieApi.Contents> found = api.contents(NessieApi.at(commit), asked);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      here = know(commit, asked, found.get().byKey());
    }
    Map<Key, Content> contents = new HashMap<>();
    for (Key key : keys) {
      here.getOrDefault(key, Optional.empty()).ifPresent(content -> contents.put(key, content));
    }
    return Optional.of(contents);
  }

  /** Remembers what a commit has at keys that were asked for. */
  private Map<Key, Optional<Content>> know(
      CommitId commit, Set<Key> asked, Map<Key, Content> found) {
    Map<Key, Optional<Content>> all = copyOf(commit);
    asked.forEach(key -> all.put(key, Optional.ofNullable(found.get(key))));
    known.put(commit, all);
    return all;
  }

  /** Remembers that a commit differs from its parent in these keys only. */
  void carry(CommitId parent, CommitId commit, Map<Key, Optional<Content>> changed) {
    if (known.get(commit) == null) {
      Map<Key, Optional<Content>> all = copyOf(parent);
      all.putAll(changed);
      known.put(commit, all);
    }
  }

  private Map<Key, Optional<Content>> copyOf(CommitId commit) {
    Map<Key, Optional<Content>> here = known.get(commit);
    return here == null ? new HashMap<>() : new HashMap<>(here);
  }
}
