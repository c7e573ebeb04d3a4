/**
 * Rows in and rows out: Java records, maps, files and Iceberg records against an Iceberg schema.
 */
@NullMarked
package dev.landfall.rows;

import org.jspecify.annotations.NullMarked;
