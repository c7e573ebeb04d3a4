package dev.landfall.testkit.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.server.ServedLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The SDK with its files in S3. */
@ExtendWith(WithS3.class)
class ObjectStoreTest {

  @TempDir private Path directory;
  private S3Lake lake;

  @BeforeEach
  void create(S3Server server) throws Exception {
    lake = S3Lake.create(server, directory.resolve("lake"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void everyKindOfWriteIsReadBackByAnotherClient() throws Exception {
    BranchHead first = lake.main();
    Table orders =
        first
            .table("orders")
            .append(Rows.of(ServedLake.orders(10, 10)))
            .delete(Expressions.lessThan("id", 5))
            .overwrite(Expressions.equal("id", 5), Rows.of(ServedLake.orders(100, 1)))
            .updateSchema(change -> change.addColumn("note", Types.StringType.get()));
    first
        .commit()
        .updateTable(orders)
        .createTable("copy", lake.project.writeTable(Rows.of(ServedLake.orders(0, 3))))
        .publish();
    lake.main().commit().renameTable("copy", "copies").publish();
    lake.client.close();

    try (LandfallClient other =
        LandfallClient.builder()
            .directory(directory.resolve("lake"))
            .storage(S3Lake.storage(lake.proxy.uri()))
            .build()) {
      BranchHead head = other.project("demo").branch("main");
      assertThat(other.project("demo").location()).isEqualTo(lake.warehouse + "/demo");
      try (var rows = head.table("orders").rows()) {
        assertThat(rows.map(row -> row.getField("id")))
            .containsExactlyInAnyOrder(
                6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L, 100L);
      }
      assertThat(head.table("copies").rows().count()).isEqualTo(3);
      assertThat(other.project("demo").snapshotAt(first.commitId()).table("orders").rows().count())
          .isEqualTo(10);
    }
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.toString().contains("demo"))).isEmpty();
    }
  }

  @Test
  void anAppendStoresFourObjectsAndReadsNone() throws Exception {
    lake.main().commit().updateTable(oneMore(0)).publish();
    int before = lake.proxy.requests().size();

    lake.main().commit().updateTable(oneMore(1)).publish();

    List<WireRequest> requests = lake.requestsFrom(before);
    assertThat(requests).hasSize(4).allMatch(S3Lake::isPut);
    assertThat(requests)
        .allSatisfy(request -> assertThat(request.header("if-none-match")).contains("*"));
  }

  private Table oneMore(int number) {
    return lake.main().table("orders").append(Rows.of(ServedLake.orders(1000 + number, 1)));
  }
}
