/** Half a year of flights, taken in month by month; each month is one commit over three tables. */
@NullMarked
package dev.landfall.examples.quickstart;

import org.jspecify.annotations.NullMarked;
