/** Tables whose files lie in an object store. */
@NullMarked
package dev.landfall.examples.objectstore;

import org.jspecify.annotations.NullMarked;
