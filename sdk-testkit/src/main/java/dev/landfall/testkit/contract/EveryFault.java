package dev.landfall.testkit.contract;

import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.Fault;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs a test once with each {@link Fault} of the catalogue, which is its only parameter. */
@TestTemplate
@ExtendWith(FaultInvocations.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface EveryFault {

  /** Whether also with each {@link CannedAnswer} that is not the catalog's own word. */
  boolean falseAnswers() default false;
}
