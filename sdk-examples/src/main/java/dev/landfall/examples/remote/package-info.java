/** Programs that reach their catalog over HTTP, and meet what goes wrong on the way. */
@NullMarked
package dev.landfall.examples.remote;

import org.jspecify.annotations.NullMarked;
