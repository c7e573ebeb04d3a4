package dev.landfall.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A definite failure: what was asked for was not done. The leaves say why; none carries a secret.
 * When one of them leaves a publish, nothing was published.
 */
public abstract sealed class CatalogException extends RuntimeException
    permits AlreadyExistsException,
        CatalogDamagedException,
        CatalogLockedException,
        InvalidRequestException,
        NotFoundException,
        NotSupportedException,
        OperationAbandonedException,
        OperationMismatchException,
        PermissionDeniedException,
        ProtocolException,
        UnauthenticatedException,
        UnavailableException {

  private static final long serialVersionUID = 1L;

  CatalogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
