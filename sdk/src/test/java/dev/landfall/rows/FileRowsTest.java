package dev.landfall.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRowsTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()),
          Types.NestedField.optional(3, "price", Types.DecimalType.of(38, 10)));

  private static final Schema NESTED =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(
              2, "tags", Types.ListType.ofRequired(3, Types.StringType.get())),
          Types.NestedField.optional(
              4,
              "at",
              Types.StructType.of(
                  Types.NestedField.required(5, "moment", Types.TimestampType.withZone()))),
          Types.NestedField.optional(
              6,
              "prices",
              Types.MapType.ofOptional(
                  7, 8, Types.StringType.get(), Types.DecimalType.of(38, 20))));

  @TempDir Path directory;

  @Test
  void csvKeepsQuotesNewlinesAndEmptyText() throws IOException {
    assertThat(
            csv(
                "\ufeffname,id,price\r\n\"a \"\"b\"\", c\",1,0.1\r\n\r\n\"two\r\nlines\",2,\r\n"
                    + "\"\",3,1e3\r\n,4,-0.0000000001\r\n"))
        .containsExactly(
            Arrays.asList(1, "a \"b\", c", new BigDecimal("0.1000000000")),
            Arrays.asList(2, "two\r\nlines", null),
            Arrays.asList(3, "", new BigDecimal("1000.0000000000")),
            Arrays.asList(4, null, new BigDecimal("-1E-10")));
  }

  @Test
  void csvTakesAnotherSeparatorAndNullText() throws IOException {
    Path file = write("id;name\n1;NULL\n2;\n");
    CsvFormat format = CsvFormat.DEFAULT.withSeparator(';').withNullText("NULL");
    assertThat(values(Rows.csv(file, SCHEMA, format), SCHEMA))
        .containsExactly(Arrays.asList(1, null, null), Arrays.asList(2, "", null));
  }

  @Test
  void csvNamesTheLineOfABadRow() throws IOException {
    assertRefused("id,name\n1,a\n\n2\n", 2, 4, "", "expected 2 cells");
    assertRefused("id,name\n1,a,b\n", 1, 2, "", "got 3");
    assertRefused("id,name\n1,\"a\nb\"\n2147483648,c\n", 2, 4, "id", "expected int");
    assertRefused("id,name\n1,\"a\nb\"\n,\"c\nd\"\n", 2, 4, "id", "is null");
    assertRefused("id,price\n1,1 \n", 1, 2, "price", "expected decimal");
    assertRefused("id,price\n1,0.00000000001\n", 1, 2, "price", "round it");
    assertRefused("id,name\n1,\"open\n", 1, 2, "", "no CSV");
  }

  @Test
  void csvChecksItsHeaderAtTheCall() throws IOException {
    assertUnfit("name\na\n", "required column 'id'");
    assertUnfit("id,nam\n1,a\n", "unknown column 'nam'");
    assertUnfit("id,id\n1,1\n", "twice");
    assertUnfit("", "no header line");
    assertThatThrownBy(() -> Rows.csv(directory, NESTED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Rows.jsonLines");
  }

  @Test
  void jsonLinesKeepNestedValuesAndEveryDigit() throws IOException {
    Path file =
        write(
            "{\"id\": 9223372036854775807, \"tags\": [\"a\"], \"prices\":"
                + " {\"EUR\": 123456789012345678.12345678901234567890, \"x\": null}}\n\n"
                + "{\"id\":1,\"at\":{\"moment\":\"2031-01-02T03:04:05.000006+01:00\"}}");
    List<List<Object>> rows = values(Rows.jsonLines(file, NESTED), NESTED);
    assertThat(rows.get(0).subList(0, 3))
        .isEqualTo(Arrays.asList(Long.MAX_VALUE, List.of("a"), null));
    assertThat((Map<?, ?>) rows.get(0).get(3)).hasSize(2);
    assertThat(((Map<?, ?>) rows.get(0).get(3)).get("EUR"))
        .isEqualTo(new BigDecimal("123456789012345678.12345678901234567890"));
    assertThat(((Record) rows.get(1).get(2)).get(0)).hasToString("2031-01-02T02:04:05.000006Z");
  }

  @Test
  void jsonLinesNameTheFieldOfABadRow() throws IOException {
    assertJsonRefused("{\"id\":1,\"id\":2}", "id", "given twice");
    assertJsonRefused("{\"id\":1,\"more\":2}", "more", "not in the schema");
    assertJsonRefused("{\"id\":9223372036854775808}", "id", "expected long");
    assertJsonRefused("{\"id\":1.0}", "id", "expected long");
    assertJsonRefused("{\"id\":1,\"tags\":[\"a\",null]}", "tags[1]", "is null");
    assertJsonRefused("{\"id\":1,\"at\":{}}", "at.moment", "is null");
    assertJsonRefused("{\"id\":1,\"prices\":{\"a\":\"1\"}}", "prices[\"a\"]", "the text '1'");
    assertJsonRefused("{}", "id", "is null");
    assertJsonRefused("{\"id\":1} {\"id\":2}", "", "more than one object");
    assertJsonRefused("{\"id\":", "", "no JSON object");
    assertJsonRefused("[1]", "", "expected an object");
  }

  private List<List<Object>> csv(String text) throws IOException {
    return values(Rows.csv(write(text), SCHEMA), SCHEMA);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("rows.txt"), text);
  }

  private static List<List<Object>> values(Rows rows, Schema table) throws IOException {
    List<List<Object>> all = new ArrayList<>();
    try (CloseableIterator<Record> records = rows.records(table)) {
      while (records.hasNext()) {
        Record record = records.next().copy();
        List<Object> row = new ArrayList<>();
        for (int i = 0; i < record.size(); i++) {
          row.add(record.get(i));
        }
        all.add(row);
      }
    }
    return all;
  }

  private void assertUnfit(String text, String message) throws IOException {
    Rows rows = Rows.csv(write(text), SCHEMA);
    assertThatThrownBy(() -> rows.records(SCHEMA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private void assertRefused(String text, long row, long line, String field, String message)
      throws IOException {
    refused(Rows.csv(write(text), SCHEMA), SCHEMA, row, line, field, message);
  }

  private void assertJsonRefused(String text, String field, String message) throws IOException {
    refused(
        Rows.jsonLines(write("{\"id\":1}\n\n" + text + "\n"), NESTED),
        NESTED,
        2,
        3,
        field,
        message);
  }

  private static void refused(
      Rows rows, Schema table, long row, long line, String field, String message) {
    assertThatThrownBy(() -> values(rows, table))
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.position()).isEqualTo(row);
              assertThat(e.line()).hasValue(line);
              assertThat(e.field()).isEqualTo(field);
            })
        .hasMessageContaining(message);
  }
}
