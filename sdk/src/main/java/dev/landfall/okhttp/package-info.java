/** For applications that have an OkHttpClient of their own; the one place that names its type. */
@NullMarked
package dev.landfall.okhttp;

import org.jspecify.annotations.NullMarked;
