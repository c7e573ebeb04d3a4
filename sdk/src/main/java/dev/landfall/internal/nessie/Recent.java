package dev.landfall.internal.nessie;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was used last, and never changes. Safe for use by many threads. */
final class Recent<K, V> {

  private final Map<K, V> values;

  Recent(int size) {
    this.values =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > size;
          }
        };
  }

  synchronized @Nullable V get(K key) {
    return values.get(key);
  }

  synchronized void put(K key, V value) {
    values.put(key, value);
  }

  synchronized List<K> keys() {
    return List.copyOf(values.keySet());
  }
}
