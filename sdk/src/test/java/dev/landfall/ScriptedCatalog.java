package dev.landfall;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A catalog whose next publishes go as a test says; without a script they go through. */
final class ScriptedCatalog extends ForwardingCatalog {

  /** What becomes of one publish. */
  @FunctionalInterface
  interface Step {
    PublishAnswer publish(Catalog catalog, PublishRequest request);

    /** The request lands, the answer does not come back. */
    static Step answerLost() {
      return (catalog, request) -> {
        catalog.publish(request);
        throw UnavailableException.maybeSent("The answer was dropped", null);
      };
    }

    /** The request never arrives, and the client cannot know. */
    static Step requestLost() {
      return (catalog, request) -> {
        throw UnavailableException.maybeSent("The request was dropped", null);
      };
    }

    /** The catalog cannot be reached. */
    static Step unreachable() {
      return (catalog, request) -> {
        throw UnavailableException.notSent("Connection refused", null);
      };
    }
  }

  private final Queue<Step> steps = new ConcurrentLinkedQueue<>();

  ScriptedCatalog(Catalog delegate) {
    super(delegate);
  }

  /** Says what becomes of the next publish that has no step yet. */
  ScriptedCatalog next(Step step) {
    steps.add(step);
    return this;
  }

  /** Publishes past the script: a request that was held back arrives. */
  PublishAnswer deliver(PublishRequest request) {
    return delegate().publish(request);
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    Step step = steps.poll();
    return step == null ? delegate().publish(request) : step.publish(delegate(), request);
  }
}
