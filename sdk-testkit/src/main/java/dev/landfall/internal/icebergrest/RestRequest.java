package dev.landfall.internal.icebergrest;

import java.util.List;
import java.util.Map;

/**
 * A request to one operation; compared with nothing.
 *
 * @param path the variables of the path, percent-encoded as they came
 * @param query the parameters, decoded
 * @param idempotencyKeys the values of that header, of which there should be one at most
 * @param ifNoneMatch the values of that header
 * @param accessDelegation the values of the header {@code X-Iceberg-Access-Delegation}
 * @param body JSON; empty if the operation takes none
 */
@SuppressWarnings("ArrayRecordComponent")
public record RestRequest(
    Map<String, String> path,
    Map<String, String> query,
    List<String> idempotencyKeys,
    List<String> ifNoneMatch,
    List<String> accessDelegation,
    byte[] body) {

  /** Returns the request of a client that has nothing yet. */
  RestRequest withoutIfNoneMatch() {
    return new RestRequest(path, query, idempotencyKeys, List.of(), accessDelegation, body);
  }
}
