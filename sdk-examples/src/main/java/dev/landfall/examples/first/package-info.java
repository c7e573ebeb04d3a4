/** The first program of a user. */
@NullMarked
package dev.landfall.examples.first;

import org.jspecify.annotations.NullMarked;
