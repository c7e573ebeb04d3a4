package dev.landfall.internal.objectstore;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Writes an object only where there is none. Each write is marked, in the object's metadata: where
 * the answer to a write was lost and its repetition is refused, the mark tells whether the object
 * is the one that was to be written. An object is read to its end, or the read fails. Safe for use
 * by many threads.
 *
 * <p>The condition is S3's own, {@code If-None-Match: *} of RFC 9110 on {@code PutObject} and
 * {@code CompleteMultipartUpload}.
 */
final class CreateOnlyS3Client extends DelegatingS3Client {

  private static final String ANY = "*";
  private static final String MARK = "landfall-write";

  /** The object exists; another write to it is under way; the upload has been completed before. */
  private static final Set<Integer> PERHAPS_WRITTEN = Set.of(412, 409, 404);

  private final Map<String, String> marksByUpload = new ConcurrentHashMap<>();

  CreateOnlyS3Client(S3Client delegate) {
    super(delegate);
  }

  @Override
  public <T> T getObject(
      GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
    return super.getObject(request, new WholeBody<>(transformer));
  }

  @Override
  public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
    String mark = newMark();
    PutObjectRequest create =
        request.toBuilder().ifNoneMatch(ANY).metadata(marked(request.metadata(), mark)).build();
    return written(
        () -> super.putObject(create, body),
        request.bucket(),
        request.key(),
        mark,
        object -> PutObjectResponse.builder().eTag(object.eTag()).build());
  }

  @Override
  public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
    String mark = newMark();
    CreateMultipartUploadResponse response =
        super.createMultipartUpload(
            request.toBuilder().metadata(marked(request.metadata(), mark)).build());
    marksByUpload.put(response.uploadId(), mark);
    return response;
  }

  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      CompleteMultipartUploadRequest request) {
    CompleteMultipartUploadRequest create = request.toBuilder().ifNoneMatch(ANY).build();
    try {
      return written(
          () -> super.completeMultipartUpload(create),
          request.bucket(),
          request.key(),
          marksByUpload.getOrDefault(request.uploadId(), ""),
          object -> CompleteMultipartUploadResponse.builder().eTag(object.eTag()).build());
    } finally {
      marksByUpload.remove(request.uploadId());
    }
  }

  private <T> T written(
      Supplier<T> write,
      String bucket,
      String key,
      String mark,
      Function<HeadObjectResponse, T> found) {
    try {
      return write.get();
    } catch (S3Exception refusal) {
      if (!PERHAPS_WRITTEN.contains(refusal.statusCode())) {
        throw refusal;
      }
      HeadObjectResponse object = head(bucket, key, refusal);
      if (mark.equals(object.metadata().get(MARK))) {
        return found.apply(object);
      }
      throw new AlreadyExistsException(
          refusal, "File 's3://%s/%s' exists already; nothing is overwritten", bucket, key);
    }
  }

  private HeadObjectResponse head(String bucket, String key, S3Exception refusal) {
    try {
      return headObject(request -> request.bucket(bucket).key(key));
    } catch (NoSuchKeyException e) {
      throw refusal;
    }
  }

  private static Map<String, String> marked(Map<String, String> metadata, String mark) {
    Map<String, String> marked = new HashMap<>(metadata);
    marked.put(MARK, mark);
    return marked;
  }

  private static String newMark() {
    return UUID.randomUUID().toString();
  }
}
