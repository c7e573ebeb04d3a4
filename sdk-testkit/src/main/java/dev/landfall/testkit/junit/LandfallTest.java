package dev.landfall.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a class, or one test, a catalog of its own: {@link LandfallExtension} by an
 * annotation. The one on the method counts, else the one on the class, else the one on an enclosing
 * class.
 *
 * <pre>{@code
 * @LandfallTest
 * class IngestJobTest {
 *   @Test
 *   void aLostAnswerLandsOnce(Project project, FaultPlan faults) {
 *     faults.onPublish().first().applyThenDropAnswer();
 *     new IngestJob(project).run();
 *     assertThat(project).branch("main").hasCommits(1);
 *   }
 * }
 * }</pre>
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(LandfallExtension.class)
public @interface LandfallTest {

  /**
   * Whether there is HTTP between client and catalog: {@link LandfallExtension.Builder#overHttp}.
   */
  boolean overHttp() default false;

  /**
   * How often the client attempts a call, without much of a wait; 1 lets the code under test see
   * every fault. {@link LandfallExtension.Builder#retryPolicy} has more to set.
   */
  int attempts() default 1;

  /** Whether time stands still: {@link LandfallExtension.Builder#manualTime}. */
  boolean manualTime() default false;

  /** Whether planned faults need not happen: {@link LandfallExtension.Builder#lenient}. */
  boolean lenient() default false;

  /** The name of the project: {@link LandfallExtension.Builder#project}. */
  String project() default LandfallExtension.DEFAULT_PROJECT;
}
