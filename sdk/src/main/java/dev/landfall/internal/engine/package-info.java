/** The commit engine over SQL. */
@NullMarked
package dev.landfall.internal.engine;

import org.jspecify.annotations.NullMarked;
