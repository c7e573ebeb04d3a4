/**
 * Assertions of AssertJ about projects, branches, tables and outcomes. They start at {@link
 * dev.landfall.testkit.assertions.LandfallAssertions#assertThat}, which may be imported statically
 * beside AssertJ's own.
 */
@NullMarked
package dev.landfall.testkit.assertions;

import org.jspecify.annotations.NullMarked;
