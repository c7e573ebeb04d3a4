package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.internal.wire.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bearer tokens that are accepted. Safe for use by many threads. */
final class Tokens {

  private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);
  private static final String SCHEME = "Bearer ";

  private final Supplier<Set<String>> accepted;

  private Tokens(Supplier<Set<String>> accepted) {
    this.accepted = accepted;
  }

  static Tokens of(Set<String> tokens) {
    Set<String> copy = Set.copyOf(tokens);
    return new Tokens(() -> copy);
  }

  /**
   * Accepts the tokens of a file, one in a line. It is read again when it changes, so that tokens
   * can be replaced while the server runs.
   *
   * @throws IOException if it cannot be read, or holds none
   */
  static Tokens in(Path file) throws IOException {
    TokenFile tokens = new TokenFile(file);
    return new Tokens(tokens::current);
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

  private static final class TokenFile {

    private final Path file;
    private Set<String> tokens = Set.of();
    private @Nullable FileTime readAt;

    TokenFile(Path file) throws IOException {
      this.file = file;
      refresh();
    }

    synchronized Set<String> current() {
      try {
        refresh();
      } catch (IOException e) {
        LOG.warn("Cannot read the tokens again, those from before stay valid: {}", e.toString());
      }
      return tokens;
    }

    private void refresh() throws IOException {
      FileTime modified = Files.getLastModifiedTime(file);
      if (modified.equals(readAt)) {
        return;
      }
      Set<String> read =
          Set.copyOf(
              Files.readAllLines(file).stream()
                  .map(String::strip)
                  .filter(line -> !line.isEmpty())
                  .toList());
      if (read.isEmpty()) {
        throw new IOException("The token file " + file + " holds no token; write one in a line");
      }
      tokens = read;
      readAt = modified;
    }
  }
}
