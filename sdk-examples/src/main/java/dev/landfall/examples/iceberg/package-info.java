/** A program that is written against Iceberg, on a Landfall branch. */
@NullMarked
package dev.landfall.examples.iceberg;

import org.jspecify.annotations.NullMarked;
