/**
 * Faults on demand: a {@link dev.landfall.testkit.fault.FaultProxy} stands between a client and a
 * catalog server, a {@link dev.landfall.testkit.fault.FaultLine} between a client and a catalog in
 * the same process. They record what passes, and break what their {@link
 * dev.landfall.testkit.fault.FaultPlan} tells them to break.
 */
@NullMarked
package dev.landfall.testkit.fault;

import org.jspecify.annotations.NullMarked;
