package dev.landfall.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a client logs in to a catalog in PostgreSQL, and how long it waits for it. Immutable and safe
 * for use by many threads; no method does I/O. A password stands in no log, no exception and no
 * saved commit.
 */
public final class PostgresOptions {

  /** The time to connect to one host, unless set: 10 seconds. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** The time of one statement, unless set: 30 seconds. */
  public static final Duration DEFAULT_STATEMENT_TIMEOUT = Duration.ofSeconds(30);

  /** The time to wait for another process that writes to a branch, unless set: 10 seconds. */
  public static final Duration DEFAULT_LOCK_TIMEOUT = Duration.ofSeconds(10);

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final PostgresOptions DEFAULTS = builder().build();

  private final @Nullable String user;
  private final @Nullable Supplier<String> password;
  private final Duration connectTimeout;
  private final Duration statementTimeout;
  private final Duration lockTimeout;

  private PostgresOptions(Builder builder) {
    user = builder.user;
    password = builder.password;
    connectTimeout = builder.connectTimeout;
    statementTimeout = builder.statementTimeout;
    lockTimeout = builder.lockTimeout;
  }

  /** Returns the options in which nothing is set. */
  public static PostgresOptions defaults() {
    return DEFAULTS;
  }

  /** Starts options from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the user, if set. */
  public Optional<String> user() {
    return Optional.ofNullable(user);
  }

  /** Returns where the password comes from, if set. */
  public Optional<Supplier<String>> password() {
    return Optional.ofNullable(password);
  }

  /** Returns the time to connect to one host. */
  public Duration connectTimeout() {
    return connectTimeout;
  }

  /** Returns the time of one statement. */
  public Duration statementTimeout() {
    return statementTimeout;
  }

  /** Returns the time to wait for another process that writes to a branch. */
  public Duration lockTimeout() {
    return lockTimeout;
  }

  @Override
  public String toString() {
    return "PostgresOptions[user="
        + user
        + ", password="
        + (password == null ? "none" : "set")
        + ", connectTimeout="
        + connectTimeout
        + ", statementTimeout="
        + statementTimeout
        + ", lockTimeout="
        + lockTimeout
        + "]";
  }

  /** Collects options. Not for use by several threads. */
  public static final class Builder {

    private @Nullable String user;
    private @Nullable Supplier<String> password;
    private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
    private Duration statementTimeout = DEFAULT_STATEMENT_TIMEOUT;
    private Duration lockTimeout = DEFAULT_LOCK_TIMEOUT;

    private Builder() {}

    /** Sets the user; unless set here or in the address, the driver takes that of the system. */
    public Builder user(String name) {
      this.user = name;
      return this;
    }

    /**
     * Sets where the password comes from. It is asked for at each new connection, by any thread; if
     * it throws, the call that needs the connection fails, and has had no effect. Unless set, the
     * driver looks into the user's password file, as other programs for PostgreSQL do.
     */
    public Builder password(Supplier<String> source) {
      this.password = source;
      return this;
    }

    /**
     * Sets the time to connect to one host; whole seconds count.
     *
     * @throws IllegalArgumentException if it is not 1 second to 1 day
     */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = requireInBounds("connectTimeout", timeout);
      return this;
    }

    /**
     * Sets the time of one statement, after which the server gives it up; a server that says
     * nothing is given up a few seconds later. The server also ends a transaction in which this
     * process says nothing for so long, so that a process that hangs does not keep others waiting.
     *
     * @throws IllegalArgumentException if it is not 1 second to 1 day
     */
    public Builder statementTimeout(Duration timeout) {
      this.statementTimeout = requireInBounds("statementTimeout", timeout);
      return this;
    }

    /**
     * Sets the time to wait for another process that writes to the same branch. After it the call
     * fails without an effect, and can be made again.
     *
     * @throws IllegalArgumentException if it is not 1 second to 1 day
     */
    public Builder lockTimeout(Duration timeout) {
      this.lockTimeout = requireInBounds("lockTimeout", timeout);
      return this;
    }

    /** Makes the options. */
    public PostgresOptions build() {
      return new PostgresOptions(this);
    }

    private static Duration requireInBounds(String setting, Duration value) {
      if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "Invalid " + setting + " " + value + ": give PT1S to " + LONGEST);
      }
      return value;
    }
  }
}
