package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of the fence that keeps an operation from ever landing. */
@Needs(Capability.ABANDON)
public abstract class AbandonContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected AbandonContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves(Rule.R9)
  void anAbandonedOperationNeverLands() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    assertThat(port().abandon(request)).isEmpty();
    assertThat(port().abandon(request)).as("again").isEmpty();

    requireFenced(port(), request);
  }

  @Test
  @Proves({Rule.R9, Rule.R7})
  void anAbandonedOperationNeverLandsAfterARestart() throws Exception {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    assertThat(port().abandon(request)).isEmpty();

    requireFenced(reopened(), request);
  }

  private static void requireFenced(ProjectUnderTest project, PublishRequest request) {
    CommitInfo head = project.main().head();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> project.catalog.publish(request))
          .isInstanceOf(OperationAbandonedException.class);
      assertThat(project.find(request)).isEmpty();
    }
    assertThat(project.main().head()).isEqualTo(head);
    assertThat(project.tables(head.id())).isEmpty();
  }

  @Test
  @Proves({Rule.R9, Rule.R8})
  void abandoningWhatLandedAnswersItsCommit() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    port().land("main", port().creating("u"));

    assertThat(port().abandon(request)).contains(landed);
    assertThat(port().find(request)).contains(landed);
    assertThat(port().catalog.publish(request))
        .isEqualTo(new PublishAnswer.Published(landed, true));
  }

  @Test
  @Proves(Rule.R9)
  void theWritesOfAnAbandonedOperationMayBePublishedByAnother() {
    Change.Create create = port().creating("t");
    PublishRequest abandoned = port().request(port().main(), create);
    assertThat(port().abandon(abandoned)).isEmpty();
    CommitInfo landed = port().land("main", create);

    assertThat(landed.operationId()).isNotEmpty().isNotEqualTo(abandoned.operationId());
    assertThat(port().tableNames(landed.id())).containsExactly("t");
    assertThatThrownBy(() -> port().catalog.publish(abandoned))
        .as("also when the branch has moved on")
        .isInstanceOf(OperationAbandonedException.class);
  }

  @Test
  @Needs({Capability.ABANDON, Capability.RELEASE})
  @Proves({Rule.R9, Rule.RELEASES})
  void anAbandonedReleaseNeverLandsAlsoOnALaterHead() {
    PublishRequest release = port().release(port().main(), port().creating("t"));
    assertThat(port().abandon(release)).isEmpty();
    CommitInfo later = port().land("main", port().creating("u"));

    assertThatThrownBy(() -> port().catalog.publish(release))
        .isInstanceOf(OperationAbandonedException.class);
    assertThat(port().main().head()).isEqualTo(later);
  }

  @Test
  @Proves({Rule.R9, Rule.REQUESTS})
  void anotherRequestOfTheOperationIsAMismatch() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    assertThatThrownBy(
            () -> port().catalog.abandon(port().name, request.operationId(), "ab".repeat(32)))
        .isInstanceOf(OperationMismatchException.class);
    assertThat(port().find(request)).contains(landed);
  }

  @Test
  @Proves(Rule.BRANCHES)
  void anOperationOfAProjectThatDoesNotExistIsNotFound() {
    ProjectName none = new ProjectName("contract-none-" + UUID.randomUUID());
    assertThatThrownBy(() -> port().catalog.abandon(none, OperationId.random(), "ab".repeat(32)))
        .isInstanceOf(NotFoundException.class);
  }
}
