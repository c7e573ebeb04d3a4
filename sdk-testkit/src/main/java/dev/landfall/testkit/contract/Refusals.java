package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.TableEntry;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a catalog does that lacks a capability: it refuses, and nothing has changed. */
final class Refusals {

  private Refusals() {}

  static void require(ProjectUnderTest project, Capability capability) {
    CommitId before = project.main().head().id();
    String table = "t_" + capability;
    project.land("main", project.creating(table));
    BranchState main = project.main();
    List<TableEntry> tables = project.tables(main.head().id());
    switch (capability) {
      case RENAME_TABLE ->
          requireNotPublished(project, project.request(main, project.renaming(table, "u")));
      case RELEASE -> requireNotPublished(project, project.release(main, project.creating("u")));
      case ABANDON -> requireNotFenced(project, project.request(main, project.creating("u")));
      case BRANCH_FROM_ANY_COMMIT -> {
        requireRefused(capability, () -> project.createBranch("old", before));
        assertThatThrownBy(() -> project.branch("old")).isInstanceOf(NotFoundException.class);
      }
      case LIST_VERSIONS ->
          requireRefused(
              capability, () -> project.catalog.versions(project.name, PageRequest.first(1)));
      case ANY_BRANCH_NAME ->
          requireRefused(capability, () -> project.createBranch("Ä", main.head().id()));
      case BRANCH_IDENTITY -> requireOneId(project, main.head().id());
      case EXPIRE_COMMITS ->
          requireRefused(
              capability, () -> project.catalog.expireCommits(project.name, Instant.now()));
      case STORAGE_ACCESS -> requireRefused(capability, project.catalog::storageAccess);
    }
    if (capability != Capability.ABANDON) {
      assertThat(project.main().head()).isEqualTo(main.head());
      assertThat(project.tables(main.head().id())).isEqualTo(tables);
    }
  }

  private static void requireNotPublished(ProjectUnderTest project, PublishRequest request) {
    assertThatThrownBy(() -> project.catalog.publish(request))
        .as("a publish that needs what the catalog cannot do")
        .isInstanceOf(NotSupportedException.class);
    assertThat(project.find(request)).isEmpty();
  }

  /** An operation that was not fenced lands. */
  private static void requireNotFenced(ProjectUnderTest project, PublishRequest request) {
    requireRefused(Capability.ABANDON, () -> project.abandon(request));
    assertThat(project.find(request)).isEmpty();
    CommitInfo landed = ProjectUnderTest.landed(project.catalog.publish(request));
    assertThat(project.main().head()).isEqualTo(landed);
  }

  /** Ids that tell branches of one name apart are not given where the catalog cannot do so. */
  private static void requireOneId(ProjectUnderTest project, CommitId head) {
    BranchState first = project.createBranch("work", head);
    project.catalog.deleteBranch(project.name, first.name(), head);
    assertThat(project.createBranch("work", head).branchId())
        .as("without " + Capability.BRANCH_IDENTITY)
        .isEqualTo(first.branchId());
  }

  private static void requireRefused(Capability capability, ThrowingCallable call) {
    assertThatThrownBy(call).as("without " + capability).isInstanceOf(NotSupportedException.class);
  }
}
