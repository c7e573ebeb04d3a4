package dev.landfall.testkit.contract;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableEntry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of what outlives a process: durable heads, and saved commits that resume. */
public abstract class ResumeContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected ResumeContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves({Rule.R7, Rule.R10, Rule.HISTORY})
  void whatWasAnsweredIsThereAfterARestart() throws Exception {
    PublishRequest request =
        port().request(port().main(), port().creating("a"), port().creating("b"));
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    BranchState work = port().createBranch("work", landed.id());
    CommitInfo head = port().land("main", port().dropping("a"));
    List<TableEntry> tables = port().tables(landed.id());

    ProjectUnderTest after = reopened();
    assertThat(after.main().head()).isEqualTo(head);
    assertThat(after.main().branchId()).isNotEqualTo(work.branchId());
    assertThat(after.branch("work")).isEqualTo(work);
    assertThat(after.tables(landed.id())).isEqualTo(tables);
    assertThat(after.log(head.id())).startsWith(head, landed);
    assertThat(after.find(request)).contains(landed);
    assertThat(after.catalog.publish(request)).isEqualTo(new PublishAnswer.Published(landed, true));
    for (Change change : landed.changes()) {
      assertThat(TableFiles.fileAt(((Change.Create) change).metadataLocation())).exists();
    }
  }

  @Test
  @Proves({Rule.R1, Rule.R2})
  void everySendOfACommitHasTheSameBytes() throws Exception {
    List<PublishRequest> sent = new ArrayList<>();
    Project project = projectIn(losing(sent), 1);
    FrozenCommit commit =
        project.branch("main").commit().createTable("orders", table(project, 2)).freeze();
    assertThat(commit.tryPublish()).isUnknown();
    assertThat(commit.tryPublish()).isUnknown();

    String saved = commit.save().toJson();
    FrozenCommit resumed = projectIn(losing(sent), 1).resumeCommit(SavedCommit.fromJson(saved));
    assertThat(resumed.tryPublish()).isUnknown();
    assertThat(resumed.operationId()).isEqualTo(commit.operationId());
    assertThat(resumed.save().toJson()).isEqualTo(saved);
    assertThat(sent).hasSize(3).containsOnly(sent.get(0));

    assertThat(port().catalog.publish(sent.get(0))).isInstanceOf(PublishAnswer.Published.class);
    assertThat(project).branch("main").hasCommits(1).landedOnce(commit.operationId());
  }

  /** The catalog, which applies what it is sent and loses every answer to a publish. */
  private Catalog losing(List<PublishRequest> sent) {
    return new ForwardingCatalog(port().catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        sent.add(request);
        super.publish(request);
        throw UnavailableException.maybeSent("The answer was lost, as planned", null);
      }
    };
  }

  @Test
  @Proves({Rule.R1, Rule.R7, Rule.R8})
  void b03ASavedCommitThatLandedIsFoundAfterARestart() throws Exception {
    Project project = project();
    FrozenCommit commit =
        project.branch("main").commit().createTable("orders", table(project, 10)).freeze();
    String saved = commit.save().toJson();
    BranchHead landed = commit.publish();

    reopened();
    Project again = project();
    FrozenCommit resumed = again.resumeCommit(SavedCommit.fromJson(saved));
    assertThat(resumed.recover().orElseThrow().commitId()).isEqualTo(landed.commitId());
    assertThat(resumed.publish().commitId()).isEqualTo(landed.commitId());
    assertThat(again).branch("main").hasCommits(1).table("orders").hasRows(10);
  }

  @Test
  @Proves({Rule.R1, Rule.R5})
  void b03ASavedCommitThatWasNotSentLandsAfterARestart() throws Exception {
    Project project = project();
    FrozenCommit commit =
        project.branch("main").commit().createTable("orders", table(project, 10)).freeze();
    String saved = commit.save().toJson();

    reopened();
    Project again = project();
    FrozenCommit resumed = again.resumeCommit(SavedCommit.fromJson(saved));
    assertThat(resumed.recover()).isEmpty();
    assertThat(resumed.recoverOrPublish().commitInfo().operationId())
        .contains(commit.operationId());
    assertThat(again).branch("main").hasCommits(1).table("orders").hasRows(10);
  }
}
