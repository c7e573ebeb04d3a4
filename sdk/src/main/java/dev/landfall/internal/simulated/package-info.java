/** The seam through which a simulation replaces what a client takes from the machine. */
@NullMarked
package dev.landfall.internal.simulated;

import org.jspecify.annotations.NullMarked;
