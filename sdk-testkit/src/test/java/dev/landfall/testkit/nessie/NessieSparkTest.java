package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.FrozenCommit;
import dev.landfall.Project;
import dev.landfall.testkit.spark.Spark;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spark beside the SDK on a branch in Nessie, by Iceberg's own catalog for Nessie: Nessie tells
 * both where a table's metadata file is, and both read it. Runs in the Maven profile {@code spark}
 * only.
 */
@Tag("spark")
@EnabledIfSystemProperty(named = Spark.PROGRAM, matches = ".+")
@ExtendWith(WithNessie.class)
@Timeout(300)
class NessieSparkTest {

  @TempDir Path directory;

  @Test
  void sparkReadsTheVersionThatWasPublishedAndWritesTheNextOne(NessieServer server)
      throws Exception {
    Path warehouse = directory.resolve("warehouse");
    try (NessieLake lake = NessieLake.create(server, warehouse);
        Spark spark =
            Spark.start(
                directory,
                Map.of(
                    "type", "nessie",
                    "uri", server.uri().toString(),
                    "client-api-version", "2",
                    "ref", lake.main(),
                    "warehouse", warehouse.toString()))) {
      Project project = lake.direct();
      BranchHead published = NessieLake.staged(project).publish();

      assertThat(spark.sql("show tables in lake.default"))
          .contains("\"orders\"", "\"labels\"")
          .doesNotContain("landfall");
      requireSame(spark, published, "orders", 15);
      requireSame(spark, published, "labels", 3);

      FrozenCommit pinned = NessieLake.oneOrder(project).freeze();
      spark.sql("insert into lake.default.orders values (100, 'from Spark')");

      assertThatThrownBy(pinned::publish).isInstanceOf(BranchMovedException.class);
      requireSame(spark, project.branch("main"), "orders", 16);
      requireSame(spark, NessieLake.oneOrder(project).publish(), "orders", 17);
    }
  }

  private static void requireSame(Spark spark, BranchHead head, String table, int rows) {
    String name = "lake.default." + table;
    spark.sql("refresh table " + name);
    assertThat(head.table(table).rows().count()).isEqualTo(rows);
    assertThat(spark.sql("select count(*) as n, sum(id) as ids from " + name))
        .isEqualTo("[{\"n\":%d,\"ids\":%d}]", rows, sumOfIds(head, table));
    assertThat(spark.sql("select snapshot_id as id from " + name + ".refs where name = 'main'"))
        .isEqualTo("[{\"id\":%d}]", head.table(table).iceberg().currentSnapshot().snapshotId());
    assertThat(
            spark.sql(
                "select file from "
                    + name
                    + ".metadata_log_entries order by timestamp desc limit 1"))
        .isEqualTo("[{\"file\":\"%s\"}]", head.findEntry(table).orElseThrow().metadataLocation());
  }

  private static long sumOfIds(BranchHead head, String table) {
    return head.table(table).rows().mapToLong(row -> (long) row.getField("id")).sum();
  }
}
