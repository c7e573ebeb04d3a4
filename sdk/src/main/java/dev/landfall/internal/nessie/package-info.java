/** A catalog in a Project Nessie server, by its API v2 over {@code internal.http}. */
@NullMarked
package dev.landfall.internal.nessie;

import org.jspecify.annotations.NullMarked;
