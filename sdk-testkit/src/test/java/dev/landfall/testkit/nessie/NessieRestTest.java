package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.iceberg.IcebergRows;
import dev.landfall.testkit.s3.S3Lake;
import dev.landfall.testkit.s3.S3Server;
import dev.landfall.testkit.s3.WithS3;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Iceberg's own client beside the SDK on a branch in Nessie, by Nessie's Iceberg REST. */
@Tag("nessie-server")
@ExtendWith(WithS3.class)
@Timeout(300)
class NessieRestTest {

  private static final TableIdentifier IDS = TableIdentifier.of("default", "ids");

  /** A row of the table ids. */
  record Id(long id) {}

  /** On a branch that Nessie has already, and on one that the SDK has made. */
  @ParameterizedTest
  @CsvSource({"?root=lake, main", "'', lake/main"})
  void icebergReadsWhatWasPublishedAndItsCommitsMoveTheBranch(
      String parameter, String branch, S3Server s3) throws Exception {
    String warehouse = "s3://" + s3.newBucket() + "/lake";
    try (NessieServer server =
            NessieServer.startWithIcebergRest(s3.endpoint(), warehouse, NessieServer.freePort());
        LandfallClient client =
            LandfallClient.builder()
                .uri(URI.create("nessie+" + server.uri() + parameter))
                .warehouse(warehouse)
                .storage(S3Lake.storage(s3.endpoint()))
                .build()) {
      Project project = client.createProject("lake");
      BranchHead published =
          project
              .branch("main")
              .commit()
              .createTable("ids", project.writeTable(Rows.of(ids(0, 10))))
              .publish();
      try (RESTCatalog catalog = rest(server, branch, s3)) {
        assertThat(catalog.listTables(IDS.namespace())).containsExactly(IDS);
        requireSame(catalog, published, 10);

        FrozenCommit pinned = append(published, 10).freeze();
        IcebergRows.append(catalog.loadTable(IDS), 100);

        assertThatThrownBy(pinned::publish).isInstanceOf(BranchMovedException.class);
        BranchHead moved = project.branch("main");
        assertThat(moved.commitInfo().parent()).contains(published.commitId());
        requireSame(catalog, moved, 11);
        requireSame(catalog, append(moved, 10).publish(), 12);
        assertThat(published.table("ids").rows().count()).isEqualTo(10);
      }
    }
  }

  /** Requires that both have the same version of the table, with so many rows. */
  private static void requireSame(RESTCatalog catalog, BranchHead head, int rows) {
    Table table = catalog.loadTable(IDS);
    dev.landfall.Table same = head.table("ids");
    assertThat(((BaseTable) table).operations().current().metadataFileLocation())
        .isEqualTo(head.findEntry("ids").orElseThrow().metadataLocation());
    assertThat(table.uuid()).isEqualTo(same.tableId());
    assertThat(table.currentSnapshot().snapshotId())
        .isEqualTo(same.iceberg().currentSnapshot().snapshotId());
    assertThat(IcebergRows.ids(table))
        .hasSize(rows)
        .containsExactlyInAnyOrderElementsOf(same.rows(Id.class).map(Id::id).toList());
  }

  private static dev.landfall.Commit append(BranchHead head, long id) {
    return head.commit().updateTable(head.table("ids").append(Rows.of(ids(id, 1))));
  }

  private static List<Id> ids(long from, int count) {
    return LongStream.range(from, from + count).mapToObj(Id::new).toList();
  }

  private static RESTCatalog rest(NessieServer server, String branch, S3Server s3) {
    Map<String, String> properties =
        new HashMap<>(S3Lake.storage(s3.endpoint()).withS3Region("us-east-1").properties());
    properties.put(
        CatalogProperties.URI,
        server.uri().resolve("/iceberg/") + URLEncoder.encode(branch, StandardCharsets.UTF_8));
    properties.put(CatalogProperties.FILE_IO_IMPL, "org.apache.iceberg.aws.s3.S3FileIO");
    properties.put("http-client.type", "urlconnection");
    RESTCatalog catalog = new RESTCatalog();
    catalog.initialize("nessie", properties);
    return catalog;
  }
}
