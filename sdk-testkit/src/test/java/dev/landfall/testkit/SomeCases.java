package dev.landfall.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Some of many cases that take long, others in each run. {@code -Dlandfall.cases=all} takes all of
 * them, {@code -Dlandfall.cases.seed} the same ones again.
 */
public final class SomeCases {

  private static final boolean ALL = System.getProperty("landfall.cases", "").equals("all");
  private static final long SEED = Long.getLong("landfall.cases.seed", System.nanoTime());

  private SomeCases() {}

  /** Lets about one of three tests run. */
  public static final class OneOfThreeTests implements ExecutionCondition {

    OneOfThreeTests() {
      System.out.println("Takes one test of three, by -Dlandfall.cases.seed=" + SEED);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean isTest =
          context.getTestMethod().isPresent()
                  && !AnnotationSupport.isAnnotated(context.getElement(), TestTemplate.class)
              || context.getUniqueId().contains("[test-template-invocation:");
      return ALL || !isTest || chance(context.getUniqueId()).nextInt(3) == 0
          ? ConditionEvaluationResult.enabled("drawn")
          : ConditionEvaluationResult.disabled("left out by -Dlandfall.cases.seed=" + SEED);
    }
  }

  /** Returns chance that by one seed is the same for the same name. */
  public static Random chance(String name) {
    return new Random(SEED ^ ((long) name.hashCode() << 16));
  }

  /** Takes one case of so many, at least one, in their order. */
  public static <T> List<T> oneOf(int many, List<T> cases) {
    if (ALL) {
      return cases;
    }
    System.out.println("Takes one case of " + many + ", by -Dlandfall.cases.seed=" + SEED);
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < cases.size(); place++) {
      places.add(place);
    }
    Collections.shuffle(places, new Random(SEED));
    return places.subList(0, (cases.size() + many - 1) / many).stream()
        .sorted()
        .map(cases::get)
        .toList();
  }
}
