/** A catalog in a Project Nessie server. */
@NullMarked
package dev.landfall.examples.nessie;

import org.jspecify.annotations.NullMarked;
