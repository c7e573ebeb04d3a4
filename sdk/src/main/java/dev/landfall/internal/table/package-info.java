/** Iceberg table versions: staging operations and durable file I/O. */
@NullMarked
package dev.landfall.internal.table;

import org.jspecify.annotations.NullMarked;
