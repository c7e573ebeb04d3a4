/**
 * The Iceberg REST catalog protocol over the branches of a catalog, without HTTP: what each
 * operation of it does and answers.
 */
@NullMarked
package dev.landfall.internal.icebergrest;

import org.jspecify.annotations.NullMarked;
