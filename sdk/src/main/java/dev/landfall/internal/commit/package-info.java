/** Staging rules, freezing and the publish state machine. No I/O library is seen here. */
@NullMarked
package dev.landfall.internal.commit;

import org.jspecify.annotations.NullMarked;
