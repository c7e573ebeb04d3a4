/**
 * Faults on the wire, on demand: a {@link dev.landfall.testkit.fault.FaultProxy} stands between a
 * client and a catalog server, records what passes, and breaks what its {@link
 * dev.landfall.testkit.fault.FaultPlan} tells it to break.
 */
@NullMarked
package dev.landfall.testkit.fault;

import org.jspecify.annotations.NullMarked;
