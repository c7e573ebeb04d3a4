package dev.landfall.testkit.assertions;

import dev.landfall.Table;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about one version of a table. Those about rows read the rows. */
public final class TableAssert extends AbstractAssert<TableAssert, Table> {

  private final String name;

  TableAssert(@Nullable Table actual, String name) {
    super(actual, TableAssert.class);
    this.name = name;
  }

  /**
   * Verifies how many rows the table has.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  public TableAssert hasRows(long expected) {
    isNotNull();
    long count;
    try (var rows = actual.rows()) {
      count = rows.count();
    }
    if (count != expected) {
      throw failureWithActualExpected(
          count, expected, "Expected %s to have %s rows, but it has %s", name, expected, count);
    }
    return this;
  }

  /**
   * Verifies that the table has these rows and no others, in any order. Only the columns that the
   * record has are compared.
   *
   * @param expected at least one; for no rows at all there is {@link #hasRows hasRows(0)}
   * @throws IllegalArgumentException if none is given, or a component of the record has no column
   * @throws UncheckedIOException if a file cannot be read
   */
  public TableAssert hasOnlyRows(Record... expected) {
    if (expected.length == 0) {
      throw new IllegalArgumentException("Cannot compare with no rows: call hasRows(0) instead");
    }
    List<Record> found = List.copyOf(read(expected[0].getClass()));
    Assertions.assertThat(found).as("%s", describeRows()).containsExactlyInAnyOrder(expected);
    return this;
  }

  /**
   * Reads all rows as a Java record, for AssertJ's assertions about lists. The order of rows is
   * that of the files, which is no promise.
   *
   * @throws IllegalArgumentException if a component of the record has no column of its type
   * @throws UncheckedIOException if a file cannot be read
   */
  public <T extends Record> ListAssert<T> rows(Class<T> type) {
    return Assertions.assertThat(read(type)).as("%s", describeRows());
  }

  /** Verifies that the table has columns of these names, in this order, and no others. */
  public TableAssert hasOnlyColumns(String... expected) {
    isNotNull();
    List<String> found = actual.schema().columns().stream().map(Types.NestedField::name).toList();
    if (!found.equals(Arrays.asList(expected))) {
      throw failureWithActualExpected(
          found,
          Arrays.asList(expected),
          "Expected %s to have the columns %s, but it has %s",
          name,
          Arrays.asList(expected),
          found);
    }
    return this;
  }

  private <T extends Record> List<T> read(Class<T> type) {
    isNotNull();
    try (var rows = actual.rows(type)) {
      return rows.toList();
    }
  }

  private String describeRows() {
    return (descriptionText().isEmpty() ? "" : descriptionText() + ": ") + "rows of " + name;
  }
}
