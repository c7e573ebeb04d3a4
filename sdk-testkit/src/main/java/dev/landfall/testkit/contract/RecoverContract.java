package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract of the look-up of an operation. */
public abstract class RecoverContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected RecoverContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves(Rule.R8)
  void aLookUpGoesFromEmptyToTheCommitOfItsOperation() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    assertThat(port().find(request)).isEmpty();
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    for (int i = 0; i < 3; i++) {
      assertThat(port().find(request)).contains(landed);
      port().land("main", port().updating(port().table("t")));
    }
    assertThat(port().find(request).orElseThrow())
        .as("the whole record, not only its id")
        .usingRecursiveComparison()
        .isEqualTo(port().catalog.commit(port().name, landed.id()));
  }

  @Test
  @Proves({Rule.R8, Rule.R10})
  void b12EveryOperationOfALongHistoryIsFound() {
    Map<PublishRequest, CommitInfo> landed = new LinkedHashMap<>();
    for (int i = 0; i < 20; i++) {
      PublishRequest request = port().request(port().main(), port().creating("t" + i));
      landed.put(request, ProjectUnderTest.landed(port().catalog.publish(request)));
    }
    landed.forEach((request, commit) -> assertThat(port().find(request)).contains(commit));
  }

  @Test
  @Proves(Rule.R3)
  void whatWasRefusedHasNoRecord() {
    BranchState pinned = port().main();
    port().land("main", port().creating("t"));
    PublishRequest moved = port().request(pinned, port().creating("u"));
    PublishRequest conflicted = port().request(port().main(), port().creating("t"));
    ProjectUnderTest.moved(port().catalog.publish(moved));
    ProjectUnderTest.conflicted(port().catalog.publish(conflicted));

    assertThat(port().find(moved)).isEmpty();
    assertThat(port().find(conflicted)).isEmpty();
  }

  @Test
  @Proves({Rule.R8, Rule.REQUESTS})
  void anotherRequestOfTheOperationIsNotTakenForThisOne() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    port().catalog.publish(request);
    assertThatThrownBy(
            () -> port().catalog.findOperation(port().name, request.operationId(), "ab".repeat(32)))
        .isInstanceOf(OperationMismatchException.class);
    assertThat(port().catalog.findOperation(port().name, OperationId.random(), request.sha256()))
        .isEmpty();
  }

  @Test
  @Proves({Rule.R8, Rule.R2})
  void theHeadOfThisOperationIsAnsweredAndNotTodays() throws PublishException {
    Project project = project();
    FrozenCommit first =
        project.branch("main").commit().createTable("orders", table(project, 1)).freeze();
    assertThat(first.recover()).isEmpty();
    BranchHead landed = first.publish();
    BranchHead later =
        landed.commit().updateTable(landed.table("orders").append(orders(1, 5))).publish();

    assertThat(first.recover()).contains(landed);
    assertThat(first.recoverOrPublish()).isEqualTo(landed);
    assertThat(first.publish()).isEqualTo(landed);
    assertThat(project.branch("main")).isEqualTo(later);
  }
}
