/**
 * A server for any catalog, over the protocol that a client of the SDK speaks, and Iceberg's. Made
 * for tests and for one machine; it is no replacement for a service with users, quotas and a fleet
 * behind it.
 */
@NullMarked
package dev.landfall.testkit.server;

import org.jspecify.annotations.NullMarked;
