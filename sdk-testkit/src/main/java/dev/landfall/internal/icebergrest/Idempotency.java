package dev.landfall.internal.icebergrest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.BranchHead;
import dev.landfall.Snapshot;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.rest.Endpoint;

/**
 * Makes a change at most once, however often its request is sent. The Idempotency-Key of a request
 * is the operation id of its commit, so it is the catalog that sees to it, in whatever process, and
 * for as long as it keeps the commit. A refusal changes nothing and is not kept: a request that was
 * refused is looked at anew.
 */
final class Idempotency {

  /** Bears the digest of the request, so that a key is not taken for another request's. */
  private static final String REQUEST = "iceberg-rest.request-sha256";

  private final Catalog catalog;

  Idempotency(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Makes a change, or answers for the one that this request made before.
   *
   * @param change makes one commit at most, through the catalog that it is given
   * @param again answers for the commit that the change made before
   */
  RestAnswer once(
      Endpoint endpoint,
      RestRequest request,
      ServedBranch branch,
      Function<LandfallCatalog, RestAnswer> change,
      Function<Snapshot, RestAnswer> again) {
    Optional<OperationId> key = key(request.idempotencyKeys());
    if (key.isEmpty()) {
      return change.apply(branch.catalog());
    }
    OperationId operation = key.get();
    String digest = digest(endpoint, request);
    Supplier<Optional<RestAnswer>> before =
        () -> Unknown.unlessAnswered(() -> find(branch, operation, digest).map(again));
    Optional<RestAnswer> landed = before.get();
    if (landed.isPresent()) {
      return landed.get();
    }
    try {
      return change.apply(
          branch.catalog(
              commit -> {
                commit.operationId(operation);
                commit.property(REQUEST, digest);
              }));
    } catch (RuntimeException e) {
      // The first delivery may have landed while this one was looked at, and stand in its way.
      return after(e, before).orElseThrow(() -> e);
    }
  }

  private static Optional<RestAnswer> after(
      RuntimeException failure, Supplier<Optional<RestAnswer>> before) {
    try {
      return before.get();
    } catch (RuntimeException e) {
      e.addSuppressed(failure);
      throw e;
    }
  }

  /**
   * Finds the commit of an operation. The catalog tells whether there is one, which the log of the
   * branch then has, near its head as a rule.
   */
  private Optional<Snapshot> find(ServedBranch branch, OperationId operation, String digest) {
    try {
      if (catalog.findOperation(branch.project().name(), operation, digest).isEmpty()) {
        return Optional.empty();
      }
    } catch (OperationMismatchException e) {
      // As expected: the digest is not that of the bytes that were published.
    }
    BranchHead head = branch.head();
    CommitInfo commit =
        branch
            .project()
            .log(head)
            .filter(each -> each.operationId().equals(Optional.of(operation)))
            .findFirst()
            .filter(each -> digest.equals(each.properties().get(REQUEST)))
            .orElseThrow(
                () ->
                    new UnprocessableEntityException(
                        "The Idempotency-Key belongs to another request; use a new one for each"));
    return Optional.of(branch.project().snapshotAt(commit.id()));
  }

  private static Optional<OperationId> key(List<String> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (values.size() == 1) {
        return Optional.of(OperationId.of(values.get(0).toLowerCase(Locale.ROOT)));
      }
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(e, "Invalid Idempotency-Key: give one UUID");
    }
    throw new BadRequestException("Invalid Idempotency-Key: give one UUID");
  }

  private static String digest(Endpoint endpoint, RestRequest request) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String head = endpoint + " " + new TreeMap<>(request.path()) + new TreeMap<>(request.query());
      digest.update(head.getBytes(UTF_8));
      digest.update((byte) 0);
      return HexFormat.of().formatHex(digest.digest(request.body()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
