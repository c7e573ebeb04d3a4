package dev.landfall.internal.icebergrest;

import java.util.function.Function;
import org.apache.iceberg.rest.Endpoint;

/**
 * One operation of the protocol.
 *
 * @param endpoint its method, and its path with variables in braces
 */
public record RestOperation(Endpoint endpoint, Function<RestRequest, RestAnswer> action) {}
