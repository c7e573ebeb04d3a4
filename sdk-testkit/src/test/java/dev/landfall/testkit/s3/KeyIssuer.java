package dev.landfall.testkit.s3;

import dev.landfall.config.TimeSource;
import dev.landfall.model.StorageAccess;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Issues a new temporary key to a gate each time that it is asked. */
final class KeyIssuer implements Supplier<StorageAccess> {

  static final Duration LIFETIME = Duration.ofHours(1);
  static final String SECRET = "s3cret-marker";

  final AtomicInteger issued = new AtomicInteger();
  final AtomicInteger asked = new AtomicInteger();
  private final S3Gate gate;
  private final TimeSource time;
  private volatile Duration lifetime = LIFETIME;
  private volatile boolean failing;
  private volatile int revokedUpTo;

  KeyIssuer(S3Gate gate, TimeSource time) {
    this.gate = gate;
    this.time = time;
  }

  static S3Gate.Key key(int number) {
    return new S3Gate.Key("key-" + number, SECRET + "-token-" + number);
  }

  /** Keys that are issued from now on live so long. */
  void lifetime(Duration duration) {
    lifetime = duration;
  }

  /** From now on it fails, or does not any more. */
  void fail(boolean fails) {
    failing = fails;
  }

  /** The gate refuses the keys that there are as expired, before their time. */
  void revoke() {
    revokedUpTo = issued.get();
  }

  /** The gate refuses all keys that there will ever be. */
  void revokeAll() {
    revokedUpTo = Integer.MAX_VALUE;
  }

  @Override
  public StorageAccess get() {
    asked.incrementAndGet();
    if (failing) {
      throw new IllegalStateException("The role " + SECRET + " cannot be assumed");
    }
    int number = issued.incrementAndGet();
    Instant end = time.instant().plus(lifetime);
    gate.accept(key(number), () -> number > revokedUpTo && time.instant().isBefore(end));
    return of(gate.endpoint(), key(number)).expiringAt(end);
  }

  static StorageAccess of(URI endpoint, S3Gate.Key key) {
    return StorageAccess.of(
        Map.of(
            "s3.endpoint",
            endpoint.toString(),
            "s3.path-style-access",
            "true",
            "client.region",
            "us-east-1",
            "s3.access-key-id",
            key.id(),
            "s3.secret-access-key",
            SECRET + "-key",
            "s3.session-token",
            key.token()));
  }
}
