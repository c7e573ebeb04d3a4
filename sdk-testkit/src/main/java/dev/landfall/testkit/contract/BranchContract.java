package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The contract of projects and branches. */
public abstract class BranchContract extends ContractTests {

  private static final CommitId NOWHERE = new CommitId("ab".repeat(32));
  private static final BranchName WORK = new BranchName("work");

  /** Makes the tests of a catalog. */
  protected BranchContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves(Rule.BRANCHES)
  void aProjectBeginsWithMainAtAnEmptyFirstCommit() {
    BranchState main = port().main();
    CommitInfo first = main.head();
    assertThat(main.project()).isEqualTo(port().info);
    assertThat(port().catalog.project(port().name)).isEqualTo(port().info);
    assertThat(first.parent()).isEmpty();
    assertThat(first.operationId()).isEmpty();
    assertThat(first.changes()).isEmpty();
    assertThat(port().tables(first.id())).isEmpty();
    assertThat(port().log(first.id())).containsExactly(first);
    assertThat(port().catalog.commit(port().name, first.id())).isEqualTo(first);
  }

  @Test
  @Proves(Rule.BRANCHES)
  void projectsShareNoCommits() {
    ProjectName other = anotherProject();
    CommitId first = port().catalog.branch(other, BranchName.MAIN).head().id();
    assertThat(first).isNotEqualTo(port().main().head().id());
    assertThatThrownBy(() -> port().catalog.commit(port().name, first))
        .isInstanceOf(NotFoundException.class);
  }

  private ProjectName anotherProject() {
    return port().catalog.createProject(new ProjectName("contract-" + UUID.randomUUID())).name();
  }

  @Test
  @Proves(Rule.BRANCHES)
  void whatDoesNotExistIsNotFound() {
    Catalog catalog = port().catalog;
    ProjectName none = new ProjectName("contract-none-" + UUID.randomUUID());
    BranchName noBranch = new BranchName("none");
    PageRequest page = PageRequest.first(1);
    String sha256 = "cd".repeat(32);
    List<ThrowingCallable> calls =
        List.of(
            () -> catalog.project(none),
            () -> catalog.branch(none, BranchName.MAIN),
            () -> catalog.branches(none, page),
            () -> catalog.deleteBranch(none, BranchName.MAIN, NOWHERE),
            () -> catalog.commit(none, NOWHERE),
            () -> catalog.log(none, NOWHERE, page),
            () -> catalog.table(none, NOWHERE, TableName.of("t")),
            () -> catalog.tables(none, NOWHERE, page),
            () -> catalog.findOperation(none, OperationId.random(), sha256),
            () -> catalog.branch(port().name, noBranch),
            () -> catalog.deleteBranch(port().name, noBranch, NOWHERE),
            () -> catalog.commit(port().name, NOWHERE),
            () -> catalog.log(port().name, NOWHERE, page),
            () -> catalog.table(port().name, NOWHERE, TableName.of("t")),
            () -> catalog.tables(port().name, NOWHERE, page));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(NotFoundException.class);
    }
  }

  @Test
  @Needs(Capability.BRANCH_FROM_ANY_COMMIT)
  @Proves(Rule.BRANCHES)
  void aBranchOfWhatDoesNotExistIsNotFound() {
    assertThatThrownBy(() -> port().createBranch("work", NOWHERE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(
            () ->
                port()
                    .catalog
                    .createBranch(
                        new ProjectName("contract-none-" + UUID.randomUUID()), WORK, NOWHERE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  @Proves(Rule.BRANCHES)
  void namesAreTakenOnce() {
    CommitId head = port().main().head().id();
    assertThatThrownBy(() -> port().catalog.createProject(port().name))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> port().createBranch("main", head))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(port().main().head().id()).isEqualTo(head);
  }

  @Test
  @Proves(Rule.PAGES)
  void projectsAreListedInTheOrderOfTheirNames() {
    List<ProjectName> made = List.of(anotherProject(), anotherProject(), port().name);
    for (int size : new int[] {3, 1000}) {
      List<ProjectName> listed =
          ProjectUnderTest.all(size, port().catalog::projects).stream()
              .map(ProjectInfo::name)
              .toList();
      assertThat(listed).containsAll(made).doesNotHaveDuplicates();
      assertThat(listed)
          .extracting(ProjectName::value)
          .isSortedAccordingTo(HistoryContract.byCodePoints());
    }
  }

  @Test
  @Needs(Capability.ANY_BRANCH_NAME)
  @Proves(Rule.PAGES)
  void branchesAreListedInTheOrderOfTheirNames() {
    for (String name : List.of("x/y", "Ä", "b", "\uFF5E", "\uD83D\uDE00")) {
      port().createBranch(name, port().main().head().id());
    }
    for (int size : new int[] {1, 5, 6, 100}) {
      assertThat(ProjectUnderTest.all(size, page -> port().catalog.branches(port().name, page)))
          .extracting(state -> state.name().value())
          .containsExactly("b", "main", "x/y", "Ä", "\uFF5E", "\uD83D\uDE00");
    }
  }

  @Test
  @Proves({Rule.BRANCHES, Rule.HISTORY})
  void branchesMoveApart() {
    CommitInfo base = port().land("main", port().creating("t"));
    BranchState work = port().createBranch("work", base.id());
    assertThat(work.head()).isEqualTo(base);
    assertThat(work.branchId()).isNotEqualTo(port().main().branchId());

    CommitInfo here = port().land("work", port().updating(port().table(base.id(), "t")));
    CommitInfo there = port().land("main", port().dropping("t"));

    assertThat(port().branch("work").head()).isEqualTo(here);
    assertThat(port().main().head()).isEqualTo(there);
    assertThat(port().tableNames(here.id())).containsExactly("t");
    assertThat(port().tableNames(there.id())).isEmpty();
    assertThat(port().log(here.id())).startsWith(here, base);
    assertThat(port().log(there.id())).startsWith(there, base);
  }

  @Test
  @Needs(Capability.BRANCH_FROM_ANY_COMMIT)
  @Proves({Rule.BRANCHES, Rule.HISTORY})
  void aBranchOfAnOlderCommitHasItsTables() {
    CommitInfo old = port().land("main", port().creating("t"));
    port().land("main", port().dropping("t"));
    port().createBranch("old", old.id());
    CommitInfo next = port().land("old", port().creating("u"));
    assertThat(port().tableNames(next.id())).containsExactly("t", "u");
    assertThat(next.parent()).contains(old.id());
  }

  @Test
  @Proves(Rule.BRANCHES)
  void aBranchIsDeletedOnlyAtItsExpectedHead() {
    CommitId first = port().main().head().id();
    port().createBranch("work", first);
    CommitInfo landed = port().land("work", port().creating("t"));

    assertThat(port().catalog.deleteBranch(port().name, WORK, first))
        .isEqualTo(new DeleteBranchAnswer.BranchMoved(landed.id()));
    assertThat(port().branch("work").head()).isEqualTo(landed);

    assertThat(port().catalog.deleteBranch(port().name, WORK, landed.id()))
        .isEqualTo(new DeleteBranchAnswer.Deleted());
    assertThatThrownBy(() -> port().branch("work")).isInstanceOf(NotFoundException.class);
  }

  @Test
  @Proves({Rule.R2, Rule.R10})
  void commitsAndOperationsOutliveTheirBranch() {
    port().createBranch("work", port().main().head().id());
    PublishRequest request = port().request(port().branch("work"), port().creating("t"));
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    port().catalog.deleteBranch(port().name, WORK, landed.id());

    assertThat(port().find(request)).contains(landed);
    assertThat(port().catalog.publish(request))
        .isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(port().tableNames(landed.id())).containsExactly("t");
    assertThat(port().catalog.commit(port().name, landed.id())).isEqualTo(landed);
  }

  @Test
  @Needs(Capability.BRANCH_IDENTITY)
  @Proves({Rule.BRANCHES, Rule.R3})
  void aRecreatedBranchAcceptsNoOldCommit() {
    CommitId first = port().main().head().id();
    BranchState old = port().createBranch("work", first);
    PublishRequest request = port().request(old, port().creating("t"));
    port().catalog.deleteBranch(port().name, WORK, first);
    assertThat(ProjectUnderTest.moved(port().catalog.publish(request)).actualHead()).isEmpty();

    BranchState recreated = port().createBranch("work", first);
    assertThat(recreated.branchId()).isNotEqualTo(old.branchId());
    assertThat(ProjectUnderTest.moved(port().catalog.publish(request)).actualHead()).isEmpty();
    assertThat(port().branch("work").head().id()).isEqualTo(first);
    assertThat(port().find(request)).isEmpty();
  }
}
