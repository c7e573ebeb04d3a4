/** Metrics for applications that have Micrometer, which the SDK itself does not need. */
@NullMarked
package dev.landfall.micrometer;

import org.jspecify.annotations.NullMarked;
