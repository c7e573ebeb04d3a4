package dev.landfall.testkit.contract;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.PublishResult;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of releases: commits that are compared with the head table by table. */
@Needs(Capability.RELEASE)
public abstract class ReleaseContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected ReleaseContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves({Rule.RELEASES, Rule.R2})
  void otherCommitsOnTheBranchDoNotDisturb() {
    port().land("main", port().creating("a"), port().creating("b"));
    BranchState pinned = port().main();
    PublishRequest release = port().release(pinned, port().updating(port().table("a")));
    CommitInfo other = port().land("main", port().updating(port().table("b")));
    TableEntry b = port().table("b");

    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(release));
    assertThat(landed.parent()).contains(other.id());
    assertThat(port().main().head()).isEqualTo(landed);
    assertThat(port().table("b")).isEqualTo(b);
    assertThat(port().table("a").metadataLocation())
        .isEqualTo(((Change.Update) landed.changes().get(0)).metadataLocation());
    assertThat(port().log(landed.id())).startsWith(landed, other, pinned.head());

    port().land("main", port().dropping("b"));
    assertThat(port().catalog.publish(release))
        .isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(port().find(release)).contains(landed);
  }

  @Test
  @Proves({Rule.RELEASES, Rule.R6, Rule.R3})
  void b15OneChangedTableKeepsAllBack() {
    port().land("main", port().creating("a"), port().creating("b"), port().creating("c"));
    BranchState pinned = port().main();
    PublishRequest release =
        port()
            .release(
                pinned,
                port().updating(port().table("a")),
                port().updating(port().table("b")),
                port().updating(port().table("c")));
    CommitInfo rival = port().land("main", port().updating(port().table("b")));
    List<TableEntry> tables = port().tables(rival.id());

    requireConflict(release, "b", ConflictKind.VERSION_CHANGED);
    assertThat(port().main().head()).isEqualTo(rival);
    assertThat(port().tables(rival.id())).isEqualTo(tables);
  }

  @Test
  @Proves({Rule.RELEASES, Rule.CONFLICTS})
  void eachChangeIsComparedWithTheHeadOfNow() {
    port().land("main", port().creating("a"), port().creating("b"));
    BranchState pinned = port().main();
    TableEntry a = port().table("a");
    PublishRequest create = port().release(pinned, port().creating("new"));
    PublishRequest assertion = port().release(pinned, port().asserting(a), port().creating("x"));
    PublishRequest gone = port().release(pinned, port().updating(port().table("b")));
    port().land("main", port().updating(a), port().creating("new"), port().dropping("b"));

    requireConflict(create, "new", ConflictKind.NAME_TAKEN);
    requireConflict(assertion, "a", ConflictKind.VERSION_CHANGED);
    requireConflict(gone, "b", ConflictKind.TABLE_NOT_FOUND);
    assertThat(port().tableNames(port().main().head().id())).containsExactly("a", "new");
  }

  private void requireConflict(PublishRequest release, String table, ConflictKind kind) {
    assertThat(ProjectUnderTest.conflicted(port().catalog.publish(release)).conflicts())
        .extracting(TableConflict::table, TableConflict::kind)
        .containsExactly(tuple(TableName.of(table), kind));
    assertThat(port().find(release)).isEmpty();
  }

  @Test
  @Proves({Rule.RELEASES, Rule.CONFLICTS})
  void b14ATableThatTookTheNameIsNeitherWrittenNorDropped() throws PublishException {
    Project project = project();
    BranchHead main =
        project.branch("main").commit().createTable("accounts", table(project, 1)).publish();
    FrozenCommit update =
        main.release().updateTable(main.table("accounts").append(orders(1, 2))).freeze();
    FrozenCommit drop = main.release().dropTable("accounts").freeze();
    BranchHead rival =
        main.commit().dropTable("accounts").createTable("accounts", table(project, 5)).publish();

    for (FrozenCommit late : List.of(update, drop)) {
      assertThat(late.tryPublish())
          .isInstanceOfSatisfying(
              PublishResult.Conflicted.class,
              conflicted ->
                  assertThat(conflicted.conflicts())
                      .extracting(TableConflict::kind)
                      .containsExactly(ConflictKind.OTHER_TABLE));
    }
    assertThat(project.branch("main")).isEqualTo(rival);
    assertThat(rival).table("accounts").hasRows(5);
  }

  @Test
  @Needs({Capability.RELEASE, Capability.RENAME_TABLE})
  @Proves({Rule.RELEASES, Rule.STAGING})
  void aReleaseMayHaveEveryKindOfChange() throws PublishException {
    Project project = project();
    BranchHead main =
        project
            .branch("main")
            .commit()
            .createTable("updated", table(project, 1))
            .createTable("dropped", table(project, 1))
            .createTable("renamed", table(project, 7))
            .createTable("asserted", table(project, 1))
            .publish();
    Commit release =
        main.release()
            .updateTable(main.table("updated").append(orders(1, 2)))
            .dropTable("dropped")
            .renameTable("renamed", "other")
            .assertUnchanged(main.table("asserted"))
            .createTable("created", table(project, 3));
    main.commit().createTable("unrelated", table(project, 1)).publish();

    BranchHead head = release.publish();
    assertThat(head).hasOnlyTables("asserted", "created", "other", "unrelated", "updated");
    assertThat(head).table("updated").hasRows(2);
    assertThat(head).table("other").hasRows(7);
  }

  @Test
  @Needs(Capability.BRANCH_IDENTITY)
  @Proves({Rule.RELEASES, Rule.BRANCHES})
  void aBranchOfTheNameIsNotThePinnedBranch() {
    BranchState branch = port().createBranch("team", port().main().head().id());
    PublishRequest late = port().release(branch, port().creating("t"));
    port().catalog.deleteBranch(port().name, new BranchName("team"), branch.head().id());
    port().createBranch("team", port().main().head().id());

    assertThat(ProjectUnderTest.moved(port().catalog.publish(late)).actualHead()).isEmpty();
    assertThat(port().find(late)).isEmpty();
    assertThat(port().branch("team").head()).isEqualTo(port().main().head());
  }
}
