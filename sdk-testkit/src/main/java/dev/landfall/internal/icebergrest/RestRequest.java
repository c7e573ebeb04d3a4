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
 * @param body JSON; empty if the operation takes none
 */
@SuppressWarnings("ArrayRecordComponent")
public record RestRequest(
    Map<String, String> path,
    Map<String, String> query,
    List<String> idempotencyKeys,
    List<String> ifNoneMatch,
    byte[] body) {}
