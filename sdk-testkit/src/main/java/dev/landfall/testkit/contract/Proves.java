package dev.landfall.testkit.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which rules are broken if the test fails. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Proves {

  /** The rules. */
  Rule[] value();
}
