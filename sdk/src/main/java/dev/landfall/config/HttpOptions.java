package dev.landfall.config;

import dev.landfall.okhttp.OkHttpTransport;
import java.net.InetSocketAddress;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a client talks to a catalog over HTTP. Immutable and safe for use by many threads; no method
 * does I/O.
 *
 * <p>The time-outs are those of one attempt; how many there are is for the {@link RetryPolicy}.
 */
public final class HttpOptions {

  /** The time to connect, unless set: 10 seconds. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** The time without a byte, read or written, unless set: 30 seconds. */
  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(30);

  /** The time of a whole attempt, from connecting to the last byte, unless set: 60 seconds. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final HttpOptions DEFAULTS = builder().build();

  private final @Nullable Duration connectTimeout;
  private final @Nullable Duration idleTimeout;
  private final @Nullable Duration callTimeout;
  private final @Nullable Credentials credentials;
  private final @Nullable KeyStore trustStore;
  private final @Nullable InetSocketAddress proxy;
  private final boolean http2PriorKnowledge;
  private final @Nullable OkHttpTransport transport;

  private HttpOptions(Builder builder) {
    connectTimeout = builder.connectTimeout;
    idleTimeout = builder.idleTimeout;
    callTimeout = builder.callTimeout;
    credentials = builder.credentials;
    trustStore = builder.trustStore;
    proxy = builder.proxy;
    http2PriorKnowledge = builder.http2PriorKnowledge;
    transport = builder.transport;
  }

  /** Returns the options in which nothing is set. */
  public static HttpOptions defaults() {
    return DEFAULTS;
  }

  /** Starts options from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the time to connect, if set. */
  public Optional<Duration> connectTimeout() {
    return Optional.ofNullable(connectTimeout);
  }

  /** Returns the time without a byte, if set. */
  public Optional<Duration> idleTimeout() {
    return Optional.ofNullable(idleTimeout);
  }

  /** Returns the time of a whole attempt, if set. */
  public Optional<Duration> callTimeout() {
    return Optional.ofNullable(callTimeout);
  }

  /** Returns where tokens come from, if set. */
  public Optional<Credentials> credentials() {
    return Optional.ofNullable(credentials);
  }

  /** Returns the certificates that are trusted, if set. */
  public Optional<KeyStore> trustStore() {
    return Optional.ofNullable(trustStore);
  }

  /** Returns the address of the HTTP proxy, if set. */
  public Optional<InetSocketAddress> proxy() {
    return Optional.ofNullable(proxy);
  }

  /** Returns whether HTTP/2 is spoken without TLS. */
  public boolean http2PriorKnowledge() {
    return http2PriorKnowledge;
  }

  /** Returns the application's own OkHttpClient, if set. */
  public Optional<OkHttpTransport> transport() {
    return Optional.ofNullable(transport);
  }

  @Override
  public String toString() {
    return "HttpOptions[connectTimeout="
        + connectTimeout
        + ", idleTimeout="
        + idleTimeout
        + ", callTimeout="
        + callTimeout
        + ", credentials="
        + (credentials == null ? "none" : "set")
        + ", trustStore="
        + (trustStore == null ? "the platform's" : "set")
        + ", proxy="
        + proxy
        + ", http2PriorKnowledge="
        + http2PriorKnowledge
        + ", transport="
        + (transport == null ? "the SDK's" : "the application's")
        + "]";
  }

  /** Collects options. Not for use by several threads. */
  public static final class Builder {

    private @Nullable Duration connectTimeout;
    private @Nullable Duration idleTimeout;
    private @Nullable Duration callTimeout;
    private @Nullable Credentials credentials;
    private @Nullable KeyStore trustStore;
    private @Nullable InetSocketAddress proxy;
    private boolean http2PriorKnowledge;
    private @Nullable OkHttpTransport transport;

    private Builder() {}

    /**
     * Sets the time to connect.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = requireInBounds("connectTimeout", timeout);
      return this;
    }

    /**
     * Sets the time without a byte after which an attempt ends. A publish is answered when it is
     * durable, so this is also the longest time that a catalog has for it.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder idleTimeout(Duration timeout) {
      this.idleTimeout = requireInBounds("idleTimeout", timeout);
      return this;
    }

    /**
     * Sets the time of a whole attempt.
     *
     * @throws IllegalArgumentException if it is not 1 millisecond to 1 day
     */
    public Builder callTimeout(Duration timeout) {
      this.callTimeout = requireInBounds("callTimeout", timeout);
      return this;
    }

    /** Sets where the bearer token of each request comes from; none is sent unless set. */
    public Builder credentials(Credentials source) {
      this.credentials = source;
      return this;
    }

    /** Trusts the certificates of a store instead of those of the platform. */
    public Builder trustStore(KeyStore store) {
      this.trustStore = store;
      return this;
    }

    /** Sends every request through an HTTP proxy instead of the one that the JVM is set to. */
    public Builder proxy(InetSocketAddress address) {
      this.proxy = address;
      return this;
    }

    /**
     * Speaks HTTP/2 without TLS, to a server that is known to speak it; with TLS, both sides agree
     * on it by themselves.
     */
    public Builder http2PriorKnowledge() {
      this.http2PriorKnowledge = true;
      return this;
    }

    /** Sends through an OkHttpClient of the application; what is set here goes before its own. */
    public Builder transport(OkHttpTransport own) {
      this.transport = own;
      return this;
    }

    /** Makes the options. */
    public HttpOptions build() {
      return new HttpOptions(this);
    }

    private static Duration requireInBounds(String setting, Duration value) {
      if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "Invalid " + setting + " " + value + ": give PT0.001S to " + LONGEST);
      }
      return value;
    }
  }
}
