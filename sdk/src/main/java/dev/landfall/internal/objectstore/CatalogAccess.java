package dev.landfall.internal.objectstore;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.TimeSource;
import dev.landfall.model.StorageAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the catalog tells about the way to its object stores. It is asked when that is first needed,
 * and again before what it told expires: by one thread at a time, and while that is valid the
 * others go on with it. Safe for use by many threads.
 */
public final class CatalogAccess {

  private static final Logger LOG = LoggerFactory.getLogger(CatalogAccess.class);

  /** So long before the end it is renewed, or in the second half of a shorter life. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  /** So long nothing is asked again, whatever the catalog answered or if it did not. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final TimeSource time;
  private final AtomicReference<@Nullable CompletableFuture<Told>> question =
      new AtomicReference<>();
  private volatile @Nullable Catalog catalog;
  private volatile @Nullable Told told;

  /** Makes access of which nothing is known, until there is a catalog to ask. */
  public CatalogAccess(TimeSource time) {
    this.time = time;
  }

  /** Sets the catalog; it is not asked yet. */
  public void askFrom(Catalog asked) {
    catalog = asked;
  }

  /**
   * Returns what is valid now; empty if the catalog does not tell. May ask it, and wait for another
   * thread that does.
   *
   * @throws dev.landfall.catalog.CatalogException if it cannot be asked, and nothing that it told
   *     before is valid
   */
  Optional<StorageAccess> current() {
    Told known = told;
    Instant now = time.instant();
    if (known != null && now.isBefore(known.askAgainAt)) {
      return known.access;
    }
    if (known != null && known.isValid(now)) {
      return renewed(known, now).access;
    }
    return ask(known).access;
  }

  /**
   * Returns what the catalog tells instead of what a store did not accept any more.
   *
   * @throws dev.landfall.catalog.CatalogException if it cannot be asked
   */
  Optional<StorageAccess> insteadOf(Optional<StorageAccess> refused) {
    Told known = told;
    return known != null && known.access.equals(refused) ? ask(known).access : current();
  }

  private Told renewed(Told valid, Instant now) {
    if (question.get() != null) {
      return valid;
    }
    try {
      return ask(valid);
    } catch (RuntimeException e) {
      LOG.debug("The access to object stores was not renewed; {} is used on", valid.access, e);
      Told later = valid.askAgainAt(now.plus(PAUSE));
      told = later;
      return later;
    }
  }

  /** Asks, or waits for who asks already. */
  private Told ask(@Nullable Told replaced) {
    CompletableFuture<Told> mine = new CompletableFuture<>();
    CompletableFuture<Told> running = question.compareAndExchange(null, mine);
    if (running != null) {
      return answerTo(running);
    }
    try {
      // Somebody else's question may have ended in between.
      Told latest = told;
      Told answer = latest == replaced || latest == null ? answer() : latest;
      told = answer;
      mine.complete(answer);
      return answer;
    } catch (RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      question.set(null);
    }
  }

  private static Told answerTo(CompletableFuture<Told> running) {
    try {
      return running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw UnavailableException.notSent(
          "Interrupted while the catalog was asked for access to object stores; call again", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : UnavailableException.maybeSent("The catalog failed when asked for access", e);
    }
  }

  private Told answer() {
    Catalog asked = catalog;
    if (asked == null || !asked.capabilities().contains(Capability.STORAGE_ACCESS)) {
      return Told.NOTHING;
    }
    try {
      StorageAccess access = asked.storageAccess();
      LOG.debug("The catalog gave {}", access);
      return Told.at(time.instant(), access);
    } catch (NotSupportedException | NotFoundException e) {
      // A served catalog says only when asked that it has none, and an older one knows no such
      // path.
      LOG.debug("The catalog gives no access to object stores", e);
      return Told.NOTHING;
    }
  }

  /** An answer, and when to ask for the next one. */
  private static final class Told {

    static final Told NOTHING = new Told(Optional.empty(), Instant.MAX);

    final Optional<StorageAccess> access;
    final Instant askAgainAt;

    private Told(Optional<StorageAccess> access, Instant askAgainAt) {
      this.access = access;
      this.askAgainAt = askAgainAt;
    }

    static Told at(Instant now, StorageAccess access) {
      Instant end = access.expiresAt().orElse(Instant.MAX);
      Duration half = Duration.between(now, end).dividedBy(2);
      Instant again = end.minus(half.compareTo(MARGIN) < 0 ? half : MARGIN);
      Instant earliest = now.plus(PAUSE);
      return new Told(
          Optional.of(access), access.expiresAt().isEmpty() ? end : later(again, earliest));
    }

    Told askAgainAt(Instant instant) {
      return new Told(access, instant);
    }

    boolean isValid(Instant now) {
      return access.flatMap(StorageAccess::expiresAt).map(now::isBefore).orElse(true);
    }

    private static Instant later(Instant one, Instant other) {
      return one.isAfter(other) ? one : other;
    }
  }
}
