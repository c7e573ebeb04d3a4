package dev.landfall.internal.objectstore;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/**
 * The content of metadata files, manifest lists and manifests that were read or written lately: the
 * next version needs those of the one before it. A file is written once, so what is known of it
 * stays true. Safe for use by many threads.
 */
final class SmallFiles {

  private static final int MAX_BYTES = UploadStream.MAX_IN_MEMORY;
  private static final int ALL_BYTES = 64 * 1024 * 1024;

  private final Cache<String, byte[]> contents =
      Caffeine.newBuilder()
          .maximumWeight(ALL_BYTES)
          .weigher((String location, byte[] content) -> content.length)
          .build();

  /** Tells by its name whether a file is one that may be kept here. */
  static boolean mayKeep(String location) {
    return location.contains("/metadata/")
        && (location.endsWith(".json") || location.endsWith(".gz") || location.endsWith(".avro"));
  }

  Optional<byte[]> get(String location) {
    return Optional.ofNullable(contents.getIfPresent(location));
  }

  void forget(String location) {
    contents.invalidate(location);
  }

  void put(String location, byte[] content) {
    if (content.length <= MAX_BYTES) {
      contents.put(location, content);
    }
  }
}
