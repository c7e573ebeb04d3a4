package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Catalog;
import dev.landfall.internal.engine.DirectoryCatalog;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.junit.SampleRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract names the rule that a broken catalog breaks. */
class ContractBitesTest {

  private static final Pattern BROKEN = Pattern.compile("(?m)^ +BROKEN (\\w+): ");

  @TempDir static Path directory;
  private static Path current;

  @BeforeEach
  void begin() {
    current = directory.resolve(UUID.randomUUID().toString());
  }

  private static CatalogUnderTest broken(UnaryOperator<Catalog> breaking) {
    return () ->
        breaking.apply(DirectoryCatalog.open(current, DirectoryCatalog.Options.defaults()));
  }

  static Stream<Arguments> catalogs() {
    return Stream.of(
        Arguments.of(TakesAnyBytes.class, List.of(Rule.R1, Rule.REQUESTS)),
        Arguments.of(HeadFirst.class, List.of(Rule.R2)),
        Arguments.of(Rebasing.class, List.of(Rule.R3)),
        Arguments.of(CleaningUp.class, List.of(Rule.R5)),
        Arguments.of(Half.class, List.of(Rule.R6)),
        Arguments.of(HalfRelease.class, List.of(Rule.R6, Rule.RELEASES)),
        Arguments.of(Forgetting.class, List.of(Rule.R7)),
        Arguments.of(Expiring.class, List.of(Rule.R8, Rule.R10)),
        Arguments.of(Unfenced.class, List.of(Rule.R9)),
        Arguments.of(FencedInMemory.class, List.of(Rule.R9, Rule.R7)),
        Arguments.of(DeletesAnyHead.class, List.of(Rule.BRANCHES)),
        Arguments.of(OnlyNow.class, List.of(Rule.HISTORY)),
        Arguments.of(Unordered.class, List.of(Rule.PAGES)),
        Arguments.of(Reordering.class, List.of(Rule.STAGING)),
        Arguments.of(ByName.class, List.of(Rule.CONFLICTS)),
        Arguments.of(TakesAnyRequest.class, List.of(Rule.REQUESTS)),
        Arguments.of(WholeHead.class, List.of(Rule.RELEASES)),
        Arguments.of(StaleAccess.class, List.of(Rule.STORAGE)),
        Arguments.of(Undeclared.class, List.of(Rule.CAPABILITIES)));
  }

  @ParameterizedTest
  @MethodSource("catalogs")
  void namesTheRuleThatIsBroken(Class<?> subject, List<Rule> rules) {
    SampleRun run = SampleRun.of(subject);
    assertThat(broken(run)).as(run.printed()).containsAll(rules);
  }

  @Test
  void everyOtherRuleIsBrokenByACatalog() {
    Set<Object> broken =
        catalogs()
            .flatMap(arguments -> ((List<?>) arguments.get()[1]).stream())
            .collect(Collectors.toSet());
    assertThat(broken).isEqualTo(EnumSet.complementOf(EnumSet.of(Rule.R4)));
  }

  @Test
  void namesTheFaultThatShowsIt() {
    SampleRun run =
        SampleRun.ofMethod(SaysNotSent.class, "aPublishThatIsNotAnsweredIsUnknown", Fault.class);
    assertThat(broken(run)).contains(Rule.R4);
    assertThat(run.printed())
        .contains("aPublishThatIsNotAnsweredIsUnknown, with applyThenDropAnswer() on PUBLISH: ");
  }

  @Test
  void keptRulesAreNamedToo() {
    SampleRun run = SampleRun.of(Kept.class);
    assertThat(broken(run)).isEmpty();
    assertThat(run.failures()).isEmpty();
    assertThat(run.printed()).contains("by Kept: ", "every rule kept", "kept   R9: An abandoned");
  }

  private static Set<Rule> broken(SampleRun run) {
    Set<Rule> broken = EnumSet.noneOf(Rule.class);
    BROKEN
        .matcher(run.printed())
        .results()
        .map((MatchResult match) -> Rule.valueOf(match.group(1)))
        .forEach(broken::add);
    return broken;
  }

  static class Kept extends AbandonContract {
    Kept() {
      super(broken(UnaryOperator.identity()));
    }
  }

  static class TakesAnyBytes extends PublishContract {
    TakesAnyBytes() {
      super(broken(BrokenCatalogs.TakesAnyBytes::new));
    }
  }

  static class HeadFirst extends PublishContract {
    HeadFirst() {
      super(broken(BrokenCatalogs.HeadFirst::new));
    }
  }

  static class Rebasing extends PublishContract {
    Rebasing() {
      super(broken(BrokenCatalogs.Rebasing::new));
    }
  }

  static class CleaningUp extends PublishContract {
    CleaningUp() {
      super(broken(BrokenCatalogs.CleaningUp::new));
    }
  }

  static class Half extends ChangeContract {
    Half() {
      super(broken(BrokenCatalogs.Half::new));
    }
  }

  static class HalfRelease extends ReleaseContract {
    HalfRelease() {
      super(broken(BrokenCatalogs.Half::new));
    }
  }

  static class Expiring extends RecoverContract {
    Expiring() {
      super(broken(BrokenCatalogs.Expiring::new));
    }
  }

  static class Unfenced extends AbandonContract {
    Unfenced() {
      super(broken(BrokenCatalogs.Unfenced::new));
    }
  }

  static class FencedInMemory extends AbandonContract {
    FencedInMemory() {
      super(broken(BrokenCatalogs.FencedInMemory::new));
    }
  }

  static class DeletesAnyHead extends BranchContract {
    DeletesAnyHead() {
      super(broken(BrokenCatalogs.DeletesAnyHead::new));
    }
  }

  static class OnlyNow extends HistoryContract {
    OnlyNow() {
      super(broken(BrokenCatalogs.OnlyNow::new));
    }
  }

  static class Unordered extends HistoryContract {
    Unordered() {
      super(broken(BrokenCatalogs.Unordered::new));
    }
  }

  static class Reordering extends ChangeContract {
    Reordering() {
      super(broken(BrokenCatalogs.Reordering::new));
    }
  }

  static class ByName extends ChangeContract {
    ByName() {
      super(broken(BrokenCatalogs.ByName::new));
    }
  }

  static class TakesAnyRequest extends PublishContract {
    TakesAnyRequest() {
      super(broken(BrokenCatalogs.TakesAnyRequest::new));
    }
  }

  static class WholeHead extends ReleaseContract {
    WholeHead() {
      super(broken(BrokenCatalogs.WholeHead::new));
    }
  }

  static class StaleAccess extends HistoryContract {
    StaleAccess() {
      super(broken(BrokenCatalogs.StaleAccess::new));
    }
  }

  static class Undeclared extends ChangeContract {
    Undeclared() {
      super(broken(BrokenCatalogs.Undeclared::new));
    }
  }

  static class Forgetting extends ResumeContract {
    Forgetting() {
      super(
          () ->
              DirectoryCatalog.open(
                  current.resolve(UUID.randomUUID().toString()),
                  DirectoryCatalog.Options.defaults()));
    }
  }

  static class SaysNotSent extends FaultContract {
    SaysNotSent() {
      super(
          new CatalogUnderTest() {
            @Override
            public Catalog open() {
              return DirectoryCatalog.open(current, DirectoryCatalog.Options.defaults());
            }

            @Override
            public Catalog openWithFaults(Catalog opened, FaultPlan faults, Duration callTimeout) {
              return new BrokenCatalogs.SaysNotSent(
                  FaultyWay.inProcess(opened, faults, callTimeout));
            }
          });
    }
  }
}
