package dev.landfall.testkit.simulation;

import dev.landfall.SavedCommit;
import java.util.ArrayList;
import java.util.List;

/** What clients have saved durably, for any process to resume: the texts, no objects. */
final class SavedCommits {

  private final List<String> texts = new ArrayList<>();

  void save(SavedCommit commit) {
    texts.add(commit.toJson());
  }

  boolean isEmpty() {
    return texts.isEmpty();
  }

  /** Loads one of the last ones more often than an old one. */
  SavedCommit loadSome(World world) {
    int back = Math.min(world.upTo(texts.size()), world.upTo(texts.size()));
    return SavedCommit.fromJson(texts.get(texts.size() - 1 - back));
  }
}
