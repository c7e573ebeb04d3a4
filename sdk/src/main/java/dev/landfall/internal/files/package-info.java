/** Durable writes and locks on a local disk. */
@NullMarked
package dev.landfall.internal.files;

import org.jspecify.annotations.NullMarked;
