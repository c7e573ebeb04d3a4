package dev.landfall.testkit.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.Snapshot;
import dev.landfall.model.CommitInfo;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.server.CatalogServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Spark on a branch of its own, beside the SDK. Runs in the Maven profile {@code spark} only. */
@Tag("spark")
@EnabledIfSystemProperty(named = Spark.PROGRAM, matches = ".+")
@Timeout(600)
class SparkTest {

  record Order(long id, String item) {}

  @TempDir Path directory;

  @Test
  void sparkWorksOnABranchAsOnAnyIcebergCatalog() throws Exception {
    Path lake = directory.resolve("lake");
    try (CatalogServer server = CatalogServer.serve(lake);
        LandfallClient client = LandfallClient.connect(server.uri())) {
      Project project = client.createProject("demo");
      publish(project, new Order(1, "pen"), new Order(2, "ink"), new Order(3, "cap"));
      BranchHead main = project.branch("main");
      project.createBranch("spark/trial", main);
      try (Spark spark =
          Spark.start(
              directory,
              Map.of(
                  "type", "rest",
                  "uri", server.uri() + "/iceberg",
                  "warehouse", "demo@spark/trial"))) {
        readsWhatTheSdkPublished(spark);
        writes(spark);
        readsWhatTheSdkPublishesMeanwhile(spark, project);
      }
      assertThat(messages(project, "spark/trial"))
          .startsWith(
              "Drop table sales.changes",
              "From the SDK",
              "Update table sales.orders: overwrite",
              "Update table sales.changes: append",
              "Create table sales.changes",
              "Update table sales.orders: overwrite",
              "Update table sales.orders: append");
      assertThat(orders(project.branch("spark/trial")))
          .containsExactly(
              new Order(2, "red ink"),
              new Order(3, "cap"),
              new Order(4, "tip"),
              new Order(5, "box"),
              new Order(6, "bag"));
      assertThat(project.branch("main")).isEqualTo(main);
      assertThat(orders(main)).extracting(Order::id).containsExactly(1L, 2L, 3L);
    }
  }

  private static void readsWhatTheSdkPublished(Spark spark) {
    assertThat(spark.sql("show tables in lake.sales"))
        .isEqualTo("[{\"namespace\":\"sales\",\"tableName\":\"orders\",\"isTemporary\":false}]");
    assertThat(spark.sql("select id from lake.sales.orders where item like '%n%' order by id"))
        .isEqualTo("[{\"id\":1},{\"id\":2}]");
  }

  private static void writes(Spark spark) {
    spark.sql("insert into lake.sales.orders values (4, 'tip'), (5, 'box')");
    spark.sql("delete from lake.sales.orders where id = 1");
    spark.sql("create table lake.sales.changes (id bigint, item string) using iceberg");
    spark.sql("insert into lake.sales.changes values (2, 'red ink'), (6, 'bag')");
    spark.sql(
        "merge into lake.sales.orders o using lake.sales.changes c on o.id = c.id"
            + " when matched then update set item = c.item when not matched then insert *");
    assertThat(spark.sql("select operation from lake.sales.orders.snapshots order by committed_at"))
        .isEqualTo(
            Stream.of("append", "append", "overwrite", "overwrite")
                .map("{\"operation\":\"%s\"}"::formatted)
                .toList()
                .toString()
                .replace(" ", ""));
  }

  private static void readsWhatTheSdkPublishesMeanwhile(Spark spark, Project project)
      throws Exception {
    BranchHead head = project.branch("spark/trial");
    head.commit()
        .message("From the SDK")
        .updateTable(head.table("sales.changes").append(Rows.of(List.of(new Order(7, "lid")))))
        .publish();
    spark.sql("refresh table lake.sales.changes");
    assertThat(spark.sql("select count(*) as n from lake.sales.changes")).isEqualTo("[{\"n\":3}]");
    spark.sql("drop table lake.sales.changes");
  }

  private static void publish(Project project, Order... orders) throws Exception {
    project
        .branch("main")
        .commit()
        .createTable("sales.orders", project.writeTable(Rows.of(List.of(orders))))
        .publish();
  }

  private static List<Order> orders(Snapshot snapshot) {
    try (Stream<Order> rows = snapshot.table("sales.orders").rows(Order.class)) {
      return rows.sorted((a, b) -> Long.compare(a.id(), b.id())).toList();
    }
  }

  private static List<String> messages(Project project, String branch) {
    return project
        .log(project.branch(branch))
        .map(CommitInfo::message)
        .flatMap(Optional::stream)
        .toList();
  }
}
