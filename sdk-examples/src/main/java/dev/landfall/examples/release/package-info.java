/** Writers who own their tables and share a branch. */
@NullMarked
package dev.landfall.examples.release;

import org.jspecify.annotations.NullMarked;
