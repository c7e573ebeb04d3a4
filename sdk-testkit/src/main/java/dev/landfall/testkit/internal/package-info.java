/** What the packages of the testkit share; no API. */
@NullMarked
package dev.landfall.testkit.internal;

import org.jspecify.annotations.NullMarked;
