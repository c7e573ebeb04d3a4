/** JSON texts of requests and saved commits: the only place that maps with Jackson. */
@NullMarked
package dev.landfall.internal.wire;

import org.jspecify.annotations.NullMarked;
