/** A job whose tests lose its answers and let it crash. */
@NullMarked
package dev.landfall.examples.testing;

import org.jspecify.annotations.NullMarked;
