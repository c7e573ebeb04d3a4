package dev.landfall.config;

import java.time.Duration;

/**
 * How often and how fast a call to a catalog is repeated that could not be sent, or whose answer
 * was lost. Immutable and safe for use by many threads; no method does I/O.
 *
 * <p>Only calls that may safely be repeated are: reads, and a publish, which sends the same request
 * of the same operation again. A catalog's own refusal is never repeated. Between two attempts the
 * SDK waits a random time of zero up to the back-off, which starts at {@link #initialBackoff} and
 * grows by {@link #multiplier} up to {@link #maxBackoff}; it waits at least as long as the catalog
 * asks for. No attempt begins later than {@link #totalTime} after the first, so a wait that would
 * end later is not begun. A running attempt is ended by the time-outs of the connection, not by
 * this policy.
 */
public final class RetryPolicy {

  /** The most attempts, the first one included, unless set: 4. */
  public static final int DEFAULT_MAX_ATTEMPTS = 4;

  /** The back-off after the first attempt, unless set: 100 milliseconds. */
  public static final Duration DEFAULT_INITIAL_BACKOFF = Duration.ofMillis(100);

  /** The longest back-off, unless set: 5 seconds. */
  public static final Duration DEFAULT_MAX_BACKOFF = Duration.ofSeconds(5);

  /** The factor from one back-off to the next, unless set: 2. */
  public static final double DEFAULT_MULTIPLIER = 2.0;

  /** The time after which no attempt begins, unless set: 2 minutes. */
  public static final Duration DEFAULT_TOTAL_TIME = Duration.ofMinutes(2);

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final RetryPolicy DEFAULTS = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).build();

  private final int maxAttempts;
  private final Duration initialBackoff;
  private final Duration maxBackoff;
  private final double multiplier;
  private final Duration totalTime;

  private RetryPolicy(Builder builder) {
    maxAttempts = builder.maxAttempts;
    initialBackoff = builder.initialBackoff;
    maxBackoff = builder.maxBackoff;
    multiplier = builder.multiplier;
    totalTime = builder.totalTime;
  }

  /** Returns the policy in which nothing is set. */
  public static RetryPolicy defaults() {
    return DEFAULTS;
  }

  /** Returns the policy that makes one attempt only. */
  public static RetryPolicy none() {
    return NONE;
  }

  /** Starts a policy from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the most attempts, the first one included. */
  public int maxAttempts() {
    return maxAttempts;
  }

  /** Returns the back-off after the first attempt. */
  public Duration initialBackoff() {
    return initialBackoff;
  }

  /** Returns the longest back-off. */
  public Duration maxBackoff() {
    return maxBackoff;
  }

  /** Returns the factor from one back-off to the next. */
  public double multiplier() {
    return multiplier;
  }

  /** Returns the time since the begin of the first attempt after which no other begins. */
  public Duration totalTime() {
    return totalTime;
  }

  @Override
  public String toString() {
    return "RetryPolicy[maxAttempts="
        + maxAttempts
        + ", initialBackoff="
        + initialBackoff
        + ", maxBackoff="
        + maxBackoff
        + ", multiplier="
        + multiplier
        + ", totalTime="
        + totalTime
        + "]";
  }

  /** Collects the settings of a policy. Not for use by several threads. */
  public static final class Builder {

    private int maxAttempts = DEFAULT_MAX_ATTEMPTS;
    private Duration initialBackoff = DEFAULT_INITIAL_BACKOFF;
    private Duration maxBackoff = DEFAULT_MAX_BACKOFF;
    private double multiplier = DEFAULT_MULTIPLIER;
    private Duration totalTime = DEFAULT_TOTAL_TIME;

    private Builder() {}

    /**
     * Sets the most attempts; 1 repeats nothing.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public Builder maxAttempts(int maxAttempts) {
      if (maxAttempts < 1) {
        throw new IllegalArgumentException(
            "Invalid maxAttempts " + maxAttempts + ": the first attempt counts, so give 1 or more");
      }
      this.maxAttempts = maxAttempts;
      return this;
    }

    /**
     * Sets the back-off after the first attempt.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder initialBackoff(Duration initialBackoff) {
      this.initialBackoff = requireInBounds("initialBackoff", initialBackoff);
      return this;
    }

    /**
     * Sets the longest back-off.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder maxBackoff(Duration maxBackoff) {
      this.maxBackoff = requireInBounds("maxBackoff", maxBackoff);
      return this;
    }

    /**
     * Sets the factor from one back-off to the next; 1 keeps them alike.
     *
     * @throws IllegalArgumentException if it is not 1 to 100
     */
    public Builder multiplier(double multiplier) {
      if (!(multiplier >= 1.0 && multiplier <= 100.0)) {
        throw new IllegalArgumentException(
            "Invalid multiplier " + multiplier + ": give 1 to 100, so that waits do not shrink");
      }
      this.multiplier = multiplier;
      return this;
    }

    /**
     * Sets the time after which no attempt begins.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder totalTime(Duration totalTime) {
      this.totalTime = requireInBounds("totalTime", totalTime);
      return this;
    }

    /**
     * Makes the policy.
     *
     * @throws IllegalStateException if the initial back-off is longer than the longest one
     */
    public RetryPolicy build() {
      if (initialBackoff.compareTo(maxBackoff) > 0) {
        throw new IllegalStateException(
            "initialBackoff "
                + initialBackoff
                + " is longer than maxBackoff "
                + maxBackoff
                + "; set a shorter one or a longer limit");
      }
      return new RetryPolicy(this);
    }

    private static Duration requireInBounds(String setting, Duration value) {
      if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "Invalid " + setting + " " + value + ": give " + SHORTEST + " to " + LONGEST);
      }
      return value;
    }
  }
}
