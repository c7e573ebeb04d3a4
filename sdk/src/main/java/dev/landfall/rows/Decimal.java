package dev.landfall.rows;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fixes precision and scale of a {@link java.math.BigDecimal} component. Without it the component
 * takes the type of the table's column, and {@code decimal(38, 18)} where its rows make a new
 * table. Values are never rounded: one that does not fit is refused.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Decimal {
  /** Returns how many digits there are in all, 1 to 38. */
  int precision();

  /** Returns how many of the digits follow the point, 0 to {@link #precision}. */
  int scale();
}
