/**
 * A catalog of its own for each JUnit test, with faults on demand: {@link
 * dev.landfall.testkit.junit.LandfallTest} or {@link dev.landfall.testkit.junit.LandfallExtension}.
 * Needs JUnit Jupiter, 5.11 or newer, 6 included, which the application brings.
 */
@NullMarked
package dev.landfall.testkit.junit;

import org.jspecify.annotations.NullMarked;
