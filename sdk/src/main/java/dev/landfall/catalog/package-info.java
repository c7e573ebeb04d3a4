/**
 * The port to a catalog: the one interface that every catalog implements, what it answers and how
 * it refuses.
 */
@NullMarked
package dev.landfall.catalog;

import org.jspecify.annotations.NullMarked;
