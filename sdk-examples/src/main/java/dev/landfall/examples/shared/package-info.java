/** Processes that share a catalog. */
@NullMarked
package dev.landfall.examples.shared;

import org.jspecify.annotations.NullMarked;
