package dev.landfall;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored text is not a saved commit, is damaged, or was saved in a format that this version of
 * the SDK does not know. Nothing was sent and the text is left alone: restore it from a copy, or
 * read it with a newer SDK. A commit that may have been sent must not be made anew instead, since
 * it may have landed.
 */
public final class SavedCommitFormatException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String field;

  SavedCommitFormatException(String message, @Nullable String field, @Nullable Throwable cause) {
    super(message, cause);
    this.field = field;
  }

  /** Returns the field that is wrong; empty if the text as a whole is. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }
}
