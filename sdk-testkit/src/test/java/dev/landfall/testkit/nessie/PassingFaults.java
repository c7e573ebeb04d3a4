package dev.landfall.testkit.nessie;

import dev.landfall.testkit.SomeCases;
import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.WireRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Faults of which each request may meet one, and pass when it is sent again. Chance begins anew
 * with each test, so that a test meets the same ones also if it runs alone.
 */
final class PassingFaults implements BeforeEachCallback {

  private static final int ONE_OF = 3;

  private final FaultPlan plan = new FaultPlan();
  private final Set<String> met = new HashSet<>();
  private Random chance = new Random();
  private @Nullable Fault drawn;

  PassingFaults() {
    List<Fault> faults = all();
    // The plan asks of one request at a time, rule by rule: the first one draws for all.
    for (Fault fault : faults) {
      boolean draws = fault.equals(faults.get(0));
      plan.on(
              request -> {
                if (draws) {
                  draw(request, faults);
                }
                return fault.equals(drawn);
              })
          .every()
          .inject(fault);
    }
  }

  /** Returns the plan, for a proxy. */
  FaultPlan plan() {
    return plan;
  }

  @Override
  public synchronized void beforeEach(ExtensionContext test) {
    chance = SomeCases.chance(test.getUniqueId());
    met.clear();
  }

  private synchronized void draw(WireRequest request, List<Fault> faults) {
    boolean first = met.add(request.method() + " " + request.path());
    drawn = first && chance.nextInt(ONE_OF) == 0 ? faults.get(chance.nextInt(faults.size())) : null;
  }

  /** Lists the faults of the catalogue after which no client waits, and no request comes late. */
  private static List<Fault> all() {
    Stream<Fault> broken =
        Fault.catalogue().stream()
            .filter(
                fault ->
                    !(fault instanceof Fault.Held
                        || fault instanceof Fault.DeliverAgain
                        || fault == Fault.Break.STALL
                        || fault == Fault.Break.APPLY_THEN_STALL));
    Stream<Fault> falselyAnswered =
        CannedAnswer.catalogue().stream()
            .flatMap(
                answer ->
                    Stream.of(new Fault.Answer(false, answer), new Fault.Answer(true, answer)));
    return Stream.concat(broken, falselyAnswered).distinct().toList();
  }
}
