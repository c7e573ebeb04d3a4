/** Programs that measure the SDK against floors and peers in the same run. */
@NullMarked
package dev.landfall.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
