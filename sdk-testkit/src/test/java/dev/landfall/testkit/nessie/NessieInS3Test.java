package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.model.TableEntry;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.FaultPlan;
import dev.landfall.testkit.fault.FaultProxy;
import dev.landfall.testkit.s3.S3Answers;
import dev.landfall.testkit.s3.S3Lake;
import dev.landfall.testkit.s3.S3Server;
import dev.landfall.testkit.s3.WithS3;
import dev.landfall.testkit.server.ServedLake;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables in a Nessie server whose files lie in S3, when the files cannot be read. */
@ExtendWith({WithNessie.class, WithS3.class})
class NessieInS3Test {

  private final String name = NessieLake.newName();

  @Test
  void whatCannotBeReadNowIsNotTakenForAnotherTable(NessieServer nessie, S3Server s3)
      throws Exception {
    String warehouse = "s3://" + s3.newBucket() + "/lake";
    FaultPlan faults = new FaultPlan();
    try (FaultProxy proxy = FaultProxy.start(s3.endpoint(), faults);
        LandfallClient writer = client(nessie, s3.endpoint(), warehouse);
        LandfallClient forgetful = client(nessie, proxy.uri(), warehouse)) {
      SavedCommit saved = fiveMore(writer.createProject(name)).save();
      BranchHead head = writer.project(name).branch("main");
      TableEntry orders = head.findEntry("orders").orElseThrow();
      String file = orders.metadataLocation().substring("s3://".length());
      Project project = forgetful.project(name);
      FrozenCommit commit = project.resumeCommit(saved);
      faults.on(request -> request.path().contains(file)).every().answer(S3Answers.SLOW_DOWN);

      assertThatThrownBy(() -> project.branch("main").findEntry("orders"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("Cannot read the file s3://" + file)
          .hasMessageContaining("503 SlowDown");
      assertThatThrownBy(commit::publish)
          .as("the commit may have been sent before it was resumed")
          .isInstanceOf(OutcomeUnknownException.class);

      faults.assertAllHappened();
      faults.clear();
      assertThat(commit.recover()).isEmpty();
      assertThat(project.branch("main").findEntry("orders")).contains(orders);
      assertThat(commit.publish().table("orders").rows().count()).isEqualTo(15);
    }
  }

  /** Publishes orders, and freezes five more of them. */
  private static FrozenCommit fiveMore(Project project) throws Exception {
    BranchHead head =
        project
            .branch("main")
            .commit()
            .createTable("orders", project.writeTable(Rows.of(ServedLake.orders(0, 10))))
            .publish();
    return ServedLake.fiveOrdersAndLabels(project, head).freeze();
  }

  private static LandfallClient client(NessieServer nessie, URI s3, String warehouse) {
    return LandfallClient.builder()
        .uri(URI.create("nessie+" + nessie.uri()))
        .warehouse(warehouse)
        .storage(S3Lake.storage(s3))
        .retryPolicy(RetryPolicy.none())
        .build();
  }
}
