package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says what a catalog must be able to do for the test. Where a catalog does not declare it, the
 * test is that the catalog refuses it, and that nothing has changed.
 */
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@interface Needs {

  /** The capabilities, all of them. */
  Capability[] value();
}
