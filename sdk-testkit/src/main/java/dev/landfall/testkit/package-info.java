/** What tests of applications need: faults on demand. */
@NullMarked
package dev.landfall.testkit;

import org.jspecify.annotations.NullMarked;
