package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.internal.wire.ErrorCode;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The bearer tokens that are accepted. Safe for use by many threads. */
final class Tokens {

  private static final String SCHEME = "Bearer ";

  private final Supplier<Set<String>> accepted;

  private Tokens(Supplier<Set<String>> accepted) {
    this.accepted = accepted;
  }

  static Tokens of(Set<String> tokens) {
    Set<String> copy = Set.copyOf(tokens);
    return new Tokens(() -> copy);
  }

  /** Accepts the tokens of a file, one in a line, beside fixed ones. */
  static Tokens of(Set<String> tokens, TokenFile file) {
    Set<String> copy = Set.copyOf(tokens);
    return new Tokens(
        () -> {
          Set<String> all = new HashSet<>(copy);
          all.addAll(file.current());
          return all;
        });
  }

  /** Refuses a request without an accepted token. */
  void require(List<String> authorization) {
    if (authorization.size() != 1 || !authorization.get(0).regionMatches(true, 0, SCHEME, 0, 7)) {
      throw refused("Send one header Authorization with a bearer token");
    }
    byte[] token = authorization.get(0).substring(SCHEME.length()).strip().getBytes(UTF_8);
    boolean known = false;
    for (String candidate : accepted.get()) {
      // All are compared, each in constant time, so that the time tells nothing about a token.
      known |= MessageDigest.isEqual(candidate.getBytes(UTF_8), token);
    }
    if (!known) {
      throw refused("The token is not accepted; get a fresh one");
    }
  }

  private static Refusal refused(String message) {
    return Refusal.of(ErrorCode.UNAUTHENTICATED, message, "WWW-Authenticate", "Bearer");
  }
}
