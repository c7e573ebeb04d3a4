package dev.landfall.internal.objectstore;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.NotFoundException;

/**
 * What a failure of a store's library means.
 *
 * @param words without the query of an address, which may be a signature
 */
record Diagnosis(Kind kind, String words) {

  private static final Pattern QUERY = Pattern.compile("(\\w+://[^\\s?]*)\\?\\S*");

  /** What can be done about it. */
  enum Kind {
    MISSING("restore it, trying again does not help"),
    DENIED("check the client's keys and what they may do, then try again"),
    INTERRUPTED("try again"),
    FAILED("try again");

    final String advice;

    Kind(String advice) {
      this.advice = advice;
    }
  }

  Diagnosis {
    words = QUERY.matcher(words).replaceAll("$1?...");
  }

  /** Tells what can be told of a failure by any library; {@code store} is its name. */
  static Diagnosis of(String store, Throwable failure) {
    if (find(failure, InterruptedException.class).isPresent() || isInterrupt(failure)) {
      return new Diagnosis(Kind.INTERRUPTED, "the thread was interrupted");
    }
    if (find(failure, NotFoundException.class).isPresent()
        || find(failure, FileNotFoundException.class).isPresent()
        || find(failure, NoSuchFileException.class).isPresent()) {
      return new Diagnosis(Kind.MISSING, "it does not exist");
    }
    return new Diagnosis(
        Kind.FAILED,
        find(failure, IOException.class)
            .map(
                e ->
                    (isUnreachable(e) ? store + " cannot be reached" : broken(store))
                        + " ("
                        + text(e)
                        + ")")
            .orElseGet(() -> store + " failed (" + text(failure) + ")"));
  }

  static String broken(String store) {
    return "the connection to " + store + " broke off";
  }

  /** Returns the first of a failure and its causes that is of a type. */
  static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  private static boolean isInterrupt(Throwable failure) {
    return find(failure, ClosedByInterruptException.class).isPresent()
        || find(failure, InterruptedIOException.class)
            .filter(e -> !(e instanceof SocketTimeoutException))
            .isPresent();
  }

  private static boolean isUnreachable(IOException e) {
    return e instanceof ConnectException
        || e instanceof UnknownHostException
        || e instanceof NoRouteToHostException;
  }

  private static String text(Throwable failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }
}
