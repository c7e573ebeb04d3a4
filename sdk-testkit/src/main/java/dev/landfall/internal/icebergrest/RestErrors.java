package dev.landfall.internal.icebergrest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.rest.responses.ErrorResponse;
import org.apache.iceberg.rest.responses.ErrorResponseParser;

/** The protocol's errors. */
public final class RestErrors {

  private static final Map<Class<?>, Integer> STATUS =
      Map.ofEntries(
          Map.entry(IllegalArgumentException.class, 400),
          Map.entry(BadRequestException.class, 400),
          Map.entry(ValidationException.class, 400),
          Map.entry(NoSuchTableException.class, 404),
          Map.entry(NoSuchNamespaceException.class, 404),
          Map.entry(NotFoundException.class, 404),
          Map.entry(UnsupportedOperationException.class, 406),
          Map.entry(AlreadyExistsException.class, 409),
          Map.entry(NamespaceNotEmptyException.class, 409),
          Map.entry(CommitFailedException.class, 409),
          Map.entry(UnprocessableEntityException.class, 422),
          Map.entry(CommitStateUnknownException.class, 500));

  private RestErrors() {}

  /** Returns the error that a failure of an operation is; empty if it is none of Iceberg's. */
  public static Optional<RestAnswer> find(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof RestException refusal) {
      return Optional.of(answer(refusal.status(), refusal.type(), message));
    }
    if (failure instanceof UncheckedIOException io && isMissingFile(io)) {
      return Optional.of(answer(400, "BadRequestException", message));
    }
    for (Class<?> kind = failure.getClass(); kind != null; kind = kind.getSuperclass()) {
      Integer status = STATUS.get(kind);
      if (status != null) {
        return Optional.of(answer(status, kind.getSimpleName(), message));
      }
    }
    return Optional.empty();
  }

  /** Returns the error for what the server refuses by itself. */
  public static RestAnswer refused(int status, String message) {
    return answer(status, type(status), message);
  }

  private static String type(int status) {
    return switch (status) {
      case 401 -> "NotAuthorizedException";
      case 403 -> "ForbiddenException";
      case 404 -> "NotFoundException";
      case 406 -> "UnsupportedOperationException";
      case 409 -> "CommitFailedException";
      case 422 -> "UnprocessableEntityException";
      case 429 -> "TooManyRequestsException";
      case 500 -> "ServiceFailureException";
      case 503 -> "ServiceUnavailableException";
      default -> "BadRequestException";
    };
  }

  /** A commit that names a file that is not there is the client's mistake. */
  private static boolean isMissingFile(UncheckedIOException failure) {
    return failure.getCause() instanceof NoSuchFileException
        || failure.getCause() instanceof FileNotFoundException;
  }

  private static RestAnswer answer(int status, String type, String message) {
    ErrorResponse error =
        ErrorResponse.builder().responseCode(status).withType(type).withMessage(message).build();
    return new RestAnswer(
        status, type, Map.of(), ErrorResponseParser.toJson(error).getBytes(UTF_8));
  }
}
