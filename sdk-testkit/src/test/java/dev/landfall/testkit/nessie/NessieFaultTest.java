package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.testkit.SomeCases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fault of the catalogue, on each request of a call to a Nessie server, on the wire. */
@ExtendWith(WithNessie.class)
@Timeout(120)
class NessieFaultTest {

  @TempDir static Path warehouse;

  static Stream<WireFault> faultsOfAPublish(NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      SavedCommit saved = lake.fiveOrdersAndLabels(false).save();
      Project project = lake.attempting(1);
      List<WireFault> faults = WireFault.ofAll(lake, () -> project.resumeCommit(saved).publish());
      assertThat(faults.get(faults.size() - 1).request()).matches(lake.isAssign());
      return SomeCases.oneOf(3, faults).stream();
    }
  }

  @ParameterizedTest
  @MethodSource("faultsOfAPublish")
  void aPublishIsToldAsPublishedOnlyIfItIs(WireFault fault, NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      FrozenCommit commit = lake.fiveOrdersAndLabels(false);
      Project project = lake.attempting(1, fault.callTimeout());
      fault.plan(lake);

      PublishResult result = project.resumeCommit(commit.save()).tryPublish();

      fault.end(lake);
      if (fault.passesAnswer()) {
        assertThat(result).isInstanceOf(PublishResult.Published.class);
      } else if (!fault.passesOtherAnswer()) {
        assertThat(result).isInstanceOf(PublishResult.Unknown.class);
      }
      boolean landed =
          result instanceof PublishResult.Published
              || (fault.isOnLast() && fault.fault().deliveries() > 0);
      if (landed) {
        // What was applied may still be on its way when its client has given up.
        Awaitility.await().until(() -> commit.recover().isPresent());
      }
      assertThat(commit.recover().isPresent()).isEqualTo(landed);
      lake.requireLandedOnce(commit, commit.publish());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLookUpTellsWhatIsOrNothing(boolean landed, NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      FrozenCommit commit = lake.fiveOrdersAndLabels(false);
      if (landed) {
        commit.publish();
      }
      for (WireFault fault : faultsOf(lake, project -> lookUp(project, commit))) {
        List<Boolean> told = new ArrayList<>();

        Throwable failure = under(fault, lake, project -> told.add(lookUp(project, commit)));

        requireAnswerOrDoubt(fault, failure);
        assertThat(told).as("%s", fault).isSubsetOf(landed);
      }
    }
  }

  @Test
  void anAbandonmentThatIsToldHolds(NessieServer server) throws Exception {
    try (NessieLake lake = NessieLake.create(server, warehouse)) {
      for (WireFault fault : faultsOf(lake, project -> abandon(project, pending(lake)))) {
        FrozenCommit commit = pending(lake);

        Throwable failure = under(fault, lake, project -> abandon(project, commit));

        requireAnswerOrDoubt(fault, failure);
        if (failure != null) {
          assertThat(lake.direct().resumeCommit(commit.save()).abandon()).isEmpty();
        }
        assertThatThrownBy(lake.direct().resumeCommit(commit.save())::publish)
            .as("%s", fault)
            .isInstanceOf(OperationAbandonedException.class);
      }
      assertThat(lake.direct().branch("main").findTable("orders")).isPresent();
    }
  }

  private interface Call {
    Object on(Project project) throws Exception;
  }

  private static List<WireFault> faultsOf(NessieLake lake, Call call) throws Exception {
    Project project = lake.attempting(1);
    Callable<Object> undisturbed = () -> call.on(project);
    return SomeCases.oneOf(3, WireFault.ofAll(lake, undisturbed));
  }

  private static Throwable under(WireFault fault, NessieLake lake, Call call) throws Exception {
    Project project = lake.attempting(1, fault.callTimeout());
    fault.plan(lake);
    Throwable failure = catchThrowable(() -> call.on(project));
    fault.end(lake);
    return failure;
  }

  private static void requireAnswerOrDoubt(WireFault fault, Throwable failure) {
    if (fault.passesAnswer()) {
      assertThat(failure).as("%s", fault).isNull();
    } else if (!fault.passesOtherAnswer()) {
      assertThat(failure)
          .as("%s", fault)
          .isInstanceOfAny(UnavailableException.class, ProtocolException.class);
    }
  }

  private static FrozenCommit pending(NessieLake lake) {
    BranchHead head = lake.direct().branch("main");
    return head.commit().dropTable("orders").freeze();
  }

  private static boolean lookUp(Project project, FrozenCommit commit) {
    return project.resumeCommit(commit.save()).recover().isPresent();
  }

  private static boolean abandon(Project project, FrozenCommit commit) {
    return project.resumeCommit(commit.save()).abandon().isPresent();
  }
}
