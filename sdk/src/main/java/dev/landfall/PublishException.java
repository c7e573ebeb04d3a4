package dev.landfall;

import org.jspecify.annotations.Nullable;

/**
 * The common type of the three outcomes of a publish that an application has to decide about. The
 * leaves are siblings: catch each for itself, because what may be done next differs.
 */
public abstract sealed class PublishException extends Exception
    permits BranchMovedException, CommitConflictException, OutcomeUnknownException {

  private static final long serialVersionUID = 1L;

  PublishException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
