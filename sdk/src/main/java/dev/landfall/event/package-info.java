/** The listener of a client and the immutable reports it is given. */
@NullMarked
package dev.landfall.event;

import org.jspecify.annotations.NullMarked;
