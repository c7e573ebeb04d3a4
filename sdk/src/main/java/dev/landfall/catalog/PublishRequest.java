package dev.landfall.catalog;

import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A frozen request: the exact bytes that every send repeats, and what they say. Two requests are
 * the same if their bytes are.
 */
public final class PublishRequest {

  private final byte[] bytes;
  private final String sha256;
  private final CommitContent content;

  /**
   * Makes a request of bytes and their meaning.
   *
   * @param bytes canonical JSON in UTF-8; copied
   * @param content what the bytes say
   */
  public PublishRequest(byte[] bytes, CommitContent content) {
    this.bytes = bytes.clone();
    this.sha256 = sha256(bytes);
    this.content = content;
  }

  /** Returns a copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns the SHA-256 of the bytes, as 64 lowercase hexadecimal digits. */
  public String sha256() {
    return sha256;
  }

  /** Returns what the bytes say. */
  public CommitContent content() {
    return content;
  }

  /** Returns the project that the request is for. */
  public ProjectName project() {
    return content.project();
  }

  /** Returns the operation that the request makes. */
  public OperationId operationId() {
    return content.operationId();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PublishRequest that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return "request of operation " + operationId() + " (sha256 " + sha256 + ")";
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, this one has not", e);
    }
  }
}
