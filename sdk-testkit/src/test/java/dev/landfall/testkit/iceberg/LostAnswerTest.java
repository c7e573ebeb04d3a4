package dev.landfall.testkit.iceberg;

import static dev.landfall.testkit.iceberg.IcebergRows.SCHEMA;
import static dev.landfall.testkit.iceberg.IcebergRows.append;
import static dev.landfall.testkit.iceberg.IcebergRows.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.catalog.Catalog;
import dev.landfall.config.RetryPolicy;
import dev.landfall.iceberg.LandfallCatalog;
import dev.landfall.testkit.fault.FaultLine;
import dev.landfall.testkit.fault.FaultPlan;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an Iceberg program sees when answers get lost: its commits land once. */
@Timeout(120)
class LostAnswerTest {

  private static final TableIdentifier ORDERS = TableIdentifier.of("orders");

  @TempDir Path directory;

  @Test
  void aLostAnswerIsRecoveredAndALostRequestSentAgain() {
    FaultPlan faults = new FaultPlan();
    try (FaultLine line = FaultLine.inProcess(faults);
        LandfallClient client = open(line::before)) {
      Project project = client.createProject("demo");
      LandfallCatalog catalog = LandfallCatalog.of(project, "main");
      faults.onPublish().next().applyThenDropAnswer();
      Table table = catalog.createTable(ORDERS, SCHEMA);
      faults.onPublish().next().applyThenDropAnswer();
      append(table, 1);
      faults.onPublish().next().closeAfterRequest();
      append(table, 2);

      faults.assertAllHappened();
      assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L, 2L);
      assertThat(table.snapshots()).hasSize(2);
      assertThat(project.log(project.branch("main")).count()).isEqualTo(4);
    }
  }

  @Test
  void whatCannotBeFoundOutIsUnknownAndCanBeRecoveredLater() {
    Outage outage = new Outage();
    try (LandfallClient client = open(outage::before)) {
      Project project = client.createProject("demo");
      LandfallCatalog catalog = LandfallCatalog.of(project, "main");
      Table table = catalog.createTable(ORDERS, SCHEMA);
      outage.begin();

      CommitStateUnknownException unknown =
          catchThrowableOfType(CommitStateUnknownException.class, () -> append(table, 1));
      outage.end();

      assertThat(unknown.getCause())
          .isInstanceOfSatisfying(
              OutcomeUnknownException.class,
              e -> assertThat(e.commit().recover()).contains(project.branch("main")));
      assertThat(ids(catalog.loadTable(ORDERS))).containsExactly(1L);
    }
  }

  private LandfallClient open(UnaryOperator<Catalog> decorator) {
    return LandfallClient.builder()
        .directory(directory)
        .decorateCatalog(decorator)
        .retryPolicy(RetryPolicy.none())
        .build();
  }
}
