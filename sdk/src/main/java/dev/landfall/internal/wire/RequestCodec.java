package dev.landfall.internal.wire;

import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectName;
import java.util.regex.Pattern;

/**
 * The JSON of the requests beside a publish, whose bytes are those of {@link CommitContentCodec}.
 * Readers refuse fields that they do not know. Does no I/O; safe for use by many threads.
 */
public final class RequestCodec {

  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private RequestCodec() {}

  /** Writes the request to create a project. */
  public static byte[] encodeCreateProject(ProjectName name) {
    return new CanonicalJson().beginObject().field("name", name.value()).endObject().toUtf8();
  }

  /**
   * Reads the request to create a project.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static ProjectName decodeCreateProject(byte[] bytes) {
    StrictJson json = StrictJson.parse(bytes);
    ProjectName name = json.value("name", ProjectName::new);
    json.requireNothingElse();
    return name;
  }

  /** Writes the request to create a branch. */
  public static byte[] encode(CreateBranch request) {
    return new CanonicalJson()
        .beginObject()
        .field("name", request.name().value())
        .field("from", request.from().value())
        .endObject()
        .toUtf8();
  }

  /**
   * Reads the request to create a branch.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static CreateBranch decodeCreateBranch(byte[] bytes) {
    StrictJson json = StrictJson.parse(bytes);
    CreateBranch request =
        new CreateBranch(json.value("name", BranchName::new), json.value("from", CommitId::new));
    json.requireNothingElse();
    return request;
  }

  /** Writes the request to abandon an operation. */
  public static byte[] encodeAbandon(String sha256) {
    return new CanonicalJson().beginObject().field("sha256", sha256).endObject().toUtf8();
  }

  /**
   * Reads the digest from the request to abandon an operation.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static String decodeAbandon(byte[] bytes) {
    StrictJson json = StrictJson.parse(bytes);
    String sha256 = json.value("sha256", RequestCodec::requireSha256);
    json.requireNothingElse();
    return sha256;
  }

  /**
   * Returns the digest.
   *
   * @throws IllegalArgumentException if it is not one in 64 lowercase hexadecimal digits
   */
  public static String requireSha256(String text) {
    if (!SHA256.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "A SHA-256 has 64 lowercase hexadecimal digits; send the one of the frozen bytes");
    }
    return text;
  }

  /** The request to create a branch whose head is the given commit. */
  public record CreateBranch(BranchName name, CommitId from) {}
}
