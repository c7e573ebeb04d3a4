/**
 * Iceberg's own catalog interface over one branch of a project, for programs that are written
 * against Iceberg.
 */
@NullMarked
package dev.landfall.iceberg;

import org.jspecify.annotations.NullMarked;
