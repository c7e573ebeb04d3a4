/**
 * Identifiers, changes and the records of a catalog's answers: plain values, validated when made.
 */
@NullMarked
package dev.landfall.model;

import org.jspecify.annotations.NullMarked;
