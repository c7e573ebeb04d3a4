package dev.landfall;

import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.TestLake.Order;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableReadTest {

  @TempDir Path directory;
  private TestLake lake;
  private Table orders;

  @BeforeEach
  void open() throws PublishException {
    lake = TestLake.create(directory.resolve("lake"));
    orders = lake.main().table("orders");
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void readsAsRecords() {
    try (Stream<Order> rows = orders.rows(Order.class)) {
      assertThat(rows).containsExactlyElementsOf(orders(0, 10));
    }
  }

  @Test
  void readsChosenColumnsAndRows() {
    TableRead read = orders.read().select("id").where(Expressions.greaterThanOrEqual("id", 8L));

    try (Stream<Record> rows = read.rows()) {
      List<Record> found = rows.toList();
      assertThat(found).extracting(row -> row.getField("id")).containsExactly(8L, 9L);
      assertThat(found).allSatisfy(row -> assertThat(row.struct().fields()).hasSize(1));
    }
  }

  @Test
  void aStreamMayBeClosedAfterItsLastRowAndBeforeIt() {
    Stream<Record> whole = orders.rows();
    assertThat(whole.count()).isEqualTo(10);
    whole.close();

    Stream<Record> part = orders.rows();
    Iterator<Record> rows = part.iterator();
    assertThat(rows.next().getField("id")).isEqualTo(0L);
    part.close();
    part.close();
  }

  @Test
  void asksAgainAfterTheLastRow() {
    try (Stream<Record> stream = orders.rows()) {
      Iterator<Record> rows = stream.iterator();
      rows.forEachRemaining(row -> assertThat(row).isNotNull());
      assertThat(rows.hasNext()).isFalse();
      assertThat(rows.hasNext()).isFalse();
    }
  }
}
