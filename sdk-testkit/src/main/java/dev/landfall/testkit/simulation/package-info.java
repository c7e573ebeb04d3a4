/** Seeded simulation of clients, network, server and disk, and the checker of its histories. */
@NullMarked
package dev.landfall.testkit.simulation;

import org.jspecify.annotations.NullMarked;
