/** Where the files of table versions lie: on the local disk, or in an object store. */
@NullMarked
package dev.landfall.internal.storage;

import org.jspecify.annotations.NullMarked;
