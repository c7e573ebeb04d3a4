/** A catalog behind HTTP: the only place that sends requests, and sees okhttp. */
@NullMarked
package dev.landfall.internal.http;

import org.jspecify.annotations.NullMarked;
