/** The only loop that repeats a call. */
@NullMarked
package dev.landfall.internal.retry;

import org.jspecify.annotations.NullMarked;
