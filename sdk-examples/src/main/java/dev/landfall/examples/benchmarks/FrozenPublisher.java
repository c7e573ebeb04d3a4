package dev.landfall.examples.benchmarks;

import dev.landfall.FrozenCommit;
import dev.landfall.PublishException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Publishes commits that were frozen before the round, so that nothing else is timed. */
final class FrozenPublisher implements Contestant {

  private final String name;
  private final FrozenCommits source;
  private final int operationsPerRound;
  private final Deque<FrozenCommit> commits = new ArrayDeque<>();

  FrozenPublisher(String name, FrozenCommits source, int operationsPerRound) {
    this.name = name;
    this.source = source;
    this.operationsPerRound = operationsPerRound;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void startRound() {
    commits.addAll(source.make(operationsPerRound - commits.size()));
  }

  @Override
  public void run() throws PublishException {
    commits.remove().publish();
  }
}
