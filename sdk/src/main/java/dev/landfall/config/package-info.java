/** Settings that an application passes to a client. */
@NullMarked
package dev.landfall.config;

import org.jspecify.annotations.NullMarked;
