package dev.landfall.config;

import java.util.Arrays;
import java.util.Locale;

/**
 * When a commit of a catalog on this machine survives a power cut. The death of the process alone
 * loses nothing at any level. Whatever a power cut takes at the lower levels, it takes from the
 * end: the catalog opens again at a state that it had, and each commit that is left has all of its
 * files.
 *
 * <p>In PostgreSQL the server answers for it, if its own setting {@code fsync} is on. {@code
 * IMMEDIATE} is its {@code synchronous_commit = on}, or what is stronger if the server is set to
 * that. {@code EVENTUAL} and {@code NONE} are both {@code synchronous_commit = off}: the server
 * writes commits to its disk at most three times its {@code wal_writer_delay} after the return, 0.6
 * seconds unless set, and also a crash of the server takes those of that moment. Closing the client
 * makes all durable there too.
 */
public enum Durability {
  /** Before the publish returns: one sync for all commits that are published at the same time. */
  IMMEDIATE,
  /**
   * Within a second of the return, usually a fifth of it, and when the client is closed. A power
   * cut takes the commits of the last moment with their operation records, so that {@code
   * recover()} finds nothing of them, as if they had never been published.
   */
  EVENTUAL,
  /**
   * When the client is closed, and not before: for a bulk import that is repeated from its start
   * after a power cut.
   */
  NONE;

  /**
   * Returns the level of a name in any case, such as {@code immediate} in a settings file.
   *
   * @throws IllegalArgumentException if there is no such level; the message names those there are
   */
  public static Durability of(String name) {
    return Arrays.stream(values())
        .filter(level -> level.name().equals(name.toUpperCase(Locale.ROOT)))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no durability '"
                        + name
                        + "'; use one of "
                        + Arrays.asList(values())));
  }
}
