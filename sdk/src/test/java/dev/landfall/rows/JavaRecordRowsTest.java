package dev.landfall.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaRecordRowsTest {
  enum Color {
    RED,
    GREEN
  }

  record Address(String street, @Nullable Integer number) {}

  record Everything(
      boolean flag,
      int number,
      long wide,
      float small,
      double real,
      @Nullable Long box,
      String text,
      @Column("cost") @Decimal(precision = 10, scale = 2) BigDecimal price,
      LocalDate day,
      LocalTime time,
      Instant moment,
      LocalDateTime local,
      UUID id,
      ByteBuffer bytes,
      Color color,
      Address address,
      @Nullable Address second,
      List<@Nullable String> tags,
      Map<String, Address> places,
      Optional<String> remark) {}

  record Priced(String name, BigDecimal price) {}

  record Numbered(long n) {}

  private static final Everything FULL =
      new Everything(
          true,
          Integer.MIN_VALUE,
          Long.MAX_VALUE,
          -0.0f,
          Double.MIN_VALUE,
          null,
          "naïve 🚀",
          new BigDecimal("12345678.90"),
          LocalDate.of(-44, 3, 15),
          LocalTime.of(23, 59, 59, 999_999_000),
          Instant.parse("1969-12-31T23:59:59.999999Z"),
          LocalDateTime.of(9999, 12, 31, 23, 59, 59, 1_000),
          UUID.fromString("ffffffff-ffff-4fff-bfff-ffffffffffff"),
          ByteBuffer.wrap(new byte[] {0, -1, 127}),
          Color.GREEN,
          new Address("Low Road", null),
          null,
          Arrays.asList("a", null, ""),
          Map.of("home", new Address("High Road", 7)),
          Optional.of("x"));

  @TempDir Path directory;

  @Test
  void everyTypeComesBackAsItWentIn() throws Exception {
    Path file = directory.resolve("rows.parquet");
    Schema table = Rows.schemaOf(Everything.class);
    Parquets.write(file, table, Rows.of(List.of(FULL, FULL)));
    RecordMapper<Everything> mapper = RecordMapper.of(Everything.class, table);
    assertThat(Parquets.read(file, mapper.projection()).stream().map(mapper::map))
        .containsExactly(FULL, FULL);
  }

  @Test
  void columnsAreMatchedByNameAndWidened() throws Exception {
    record Narrow(int a, float b, @Nullable String s) {}
    record Wide(double b, long a) {}
    Schema table =
        new Schema(
            Types.NestedField.optional(7, "extra", Types.StringType.get()),
            Types.NestedField.required(9, "b", Types.DoubleType.get()),
            Types.NestedField.optional(8, "s", Types.StringType.get()),
            Types.NestedField.required(3, "a", Types.LongType.get()));
    Path file = directory.resolve("wide.parquet");
    Parquets.write(
        file, table, Rows.of(List.of(new Narrow(1, 0.5f, "s"), new Narrow(2, 1.5f, null))));
    RecordMapper<Wide> mapper = RecordMapper.of(Wide.class, table);
    assertThat(mapper.projection().columns())
        .extracting(Types.NestedField::fieldId)
        .containsExactly(9, 3);
    assertThat(Parquets.read(file, mapper.projection()).stream().map(mapper::map))
        .containsExactly(new Wide(0.5, 1), new Wide(1.5, 2));
    assertThat(Parquets.read(file, table)).allMatch(row -> row.getField("extra") == null);
  }

  @Test
  void everyMisfitIsNamedBeforeARowIsRead() {
    Schema table =
        new Schema(
            Types.NestedField.required(1, "name", Types.LongType.get()),
            Types.NestedField.required(2, "id", Types.LongType.get()));
    Iterable<Priced> unread =
        () -> {
          throw new AssertionError("was read");
        };
    assertThatThrownBy(() -> Rows.of(Priced.class, unread).records(table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 'name' is string in the rows and long in the table")
        .hasMessageContaining("column 'id' (long) is required by the table")
        .hasMessageContaining("column 'price' (decimal(38, 18)) is not in the table");
  }

  @Test
  void theWrongRowIsNamed() throws Exception {
    List<Priced> rows =
        IntStream.rangeClosed(1, 8_000)
            .mapToObj(i -> new Priced("n", new BigDecimal(i == 7_341 ? "1.005" : "1.5")))
            .toList();
    Schema table =
        new Schema(
            Types.NestedField.required(1, "name", Types.StringType.get()),
            Types.NestedField.required(2, "price", Types.DecimalType.of(10, 2)));
    try (CloseableIterator<Record> records = Rows.of(rows).records(table)) {
      for (int i = 1; i < 7_341; i++) {
        assertThat(records.next().get(1)).isEqualTo(new BigDecimal("1.50"));
      }
      for (int again = 0; again < 2; again++) {
        assertThatThrownBy(records::next)
            .isInstanceOfSatisfying(
                RowException.class,
                e -> {
                  assertThat(e.position()).isEqualTo(7_341);
                  assertThat(e.field()).isEqualTo("price");
                  assertThat(e.line()).isEmpty();
                })
            .hasMessageStartingWith("Row 7,341, field 'price': ")
            .hasMessageContaining("nothing was written from this row on");
      }
    }
  }

  @Test
  void pathsLeadIntoNestedValues() {
    record Person(Address address, List<String> tags, Map<String, Address> places) {}
    Address good = new Address("s", 1);
    assertRefused(new Person(new Address(null, 1), List.of(), Map.of()), "address.street");
    assertRefused(new Person(good, Arrays.asList("a", "b", "c", null), Map.of()), "tags[3]");
    assertRefused(
        new Person(good, List.of(), Map.of("k", new Address(null, 1))), "places[\"k\"].street");
  }

  @Test
  void valuesThatWouldChangeAreRefused() {
    record Times(LocalTime v) {}
    record Moments(Instant v) {}
    record Locals(LocalDateTime v) {}
    record Days(LocalDate v) {}
    record Texts(String v) {}
    record Numbers(BigDecimal v) {}
    assertRefused(new Times(LocalTime.of(1, 1, 1, 1)), "v");
    assertRefused(new Moments(Instant.ofEpochSecond(0, 999)), "v");
    assertRefused(new Moments(Instant.MAX), "v");
    assertRefused(new Locals(LocalDateTime.MIN), "v");
    assertRefused(new Days(LocalDate.MAX), "v");
    assertRefused(new Texts("half \ud83d"), "v");
    assertRefused(new Numbers(new BigDecimal("1e1000000000")), "v");
    assertRefused(new Numbers(new BigDecimal("1e-1000000000")), "v");
    assertRefused(new Numbers(null), "v");
  }

  @Test
  void classesThatAreNoColumnsAreRefusedWithAdvice() {
    record Small(short v) {}
    record Loop(List<Loop> v) {}
    record Anything(List<?> v) {}
    record Twice(int a, @Column("a") int b) {}
    assertUnfit(Small.class, "Small.v", "use int");
    assertUnfit(Loop.class, "contains itself", "flatten");
    assertUnfit(Anything.class, "Anything.v[]", "without type variables");
    assertUnfit(Twice.class, "two components", "@Column");
    assertThatThrownBy(() -> Rows.of(List.<Priced>of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Rows.of(MyRecord.class");
  }

  @Test
  void aMapperRefusesWhatTheRecordCannotHold() {
    Schema table =
        new Schema(
            Types.NestedField.optional(1, "n", Types.LongType.get()),
            Types.NestedField.optional(2, "s", Types.StringType.get()));
    record Absent(@Nullable Long missing) {}
    record TooSmall(int n) {}
    assertThatThrownBy(() -> RecordMapper.of(Absent.class, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column 'missing'");
    assertThatThrownBy(() -> RecordMapper.of(TooSmall.class, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is long in the table and int in the record");
    RecordMapper<Numbered> mapper = RecordMapper.of(Numbered.class, table);
    Record row = org.apache.iceberg.data.GenericRecord.create(mapper.projection());
    assertThatThrownBy(() -> mapper.map(row, 12))
        .isInstanceOf(RowException.class)
        .hasMessageStartingWith("Row 12, field 'n': the value is null");
  }

  @Test
  void twoMillionRowsStreamOneByOne() throws Exception {
    long rows = 2_000_000;
    AtomicLong made = new AtomicLong();
    Iterable<Numbered> source =
        () -> LongStream.rangeClosed(1, rows).peek(made::set).mapToObj(Numbered::new).iterator();
    Rows streamed = Rows.of(Numbered.class, source);
    assertThat(made).hasValue(0);
    long read = 0;
    try (CloseableIterator<Record> records = streamed.records(streamed.schema())) {
      Record first = null;
      while (records.hasNext()) {
        Record record = records.next();
        first = first == null ? record : first;
        read++;
        if (record != first || made.get() - read > 1 || (long) record.get(0) != read) {
          throw new AssertionError("row " + read + " of " + made + ": " + record);
        }
      }
    }
    assertThat(read).isEqualTo(rows);
  }

  @Test
  void closingClosesTheSourceAndEndsTheReading() throws Exception {
    AtomicLong closed = new AtomicLong();
    CloseableIterator<Numbered> source =
        new CloseableIterator<>() {
          @Override
          public boolean hasNext() {
            return closed.get() == 0;
          }

          @Override
          public Numbered next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            return new Numbered(1);
          }

          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    Iterable<Numbered> once = () -> (Iterator<Numbered>) source;
    Rows rows = Rows.of(Numbered.class, once);
    CloseableIterator<Record> records = rows.records(rows.schema());
    assertThat(records.next().get(0)).isEqualTo(1L);
    records.close();
    records.close();
    assertThat(closed).hasValue(1);
    assertThatThrownBy(records::hasNext).isInstanceOf(IllegalStateException.class);
  }

  private static void assertUnfit(Class<? extends java.lang.Record> type, String... parts) {
    assertThatThrownBy(() -> Rows.schemaOf(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  private static <R extends java.lang.Record> void assertRefused(R row, String field) {
    Rows rows = Rows.of(List.of(row));
    assertThatThrownBy(() -> rows.records(rows.schema()).next())
        .isInstanceOfSatisfying(
            RowException.class,
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.position()).isEqualTo(1);
            });
  }
}
