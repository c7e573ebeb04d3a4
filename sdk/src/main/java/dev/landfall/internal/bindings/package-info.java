/** What a commit's changes make of the tables that its branch has; the same for every catalog. */
@NullMarked
package dev.landfall.internal.bindings;

import org.jspecify.annotations.NullMarked;
