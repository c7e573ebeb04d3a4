/** Processes of their own, for programs that need more than one. */
@NullMarked
package dev.landfall.examples.process;

import org.jspecify.annotations.NullMarked;
