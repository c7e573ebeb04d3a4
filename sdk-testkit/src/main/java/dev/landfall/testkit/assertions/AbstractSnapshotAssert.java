package dev.landfall.testkit.assertions;

import dev.landfall.Snapshot;
import dev.landfall.Table;
import dev.landfall.catalog.CatalogException;
import dev.landfall.model.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about the tables of one commit. Each asks the catalog.
 *
 * @param <S> the assertions themselves
 * @param <A> what they are about
 */
public abstract class AbstractSnapshotAssert<
        S extends AbstractSnapshotAssert<S, A>, A extends Snapshot>
    extends AbstractAssert<S, A> {

  AbstractSnapshotAssert(@Nullable A actual, Class<S> type) {
    super(actual, type);
  }

  /**
   * Opens a table, for assertions about it.
   *
   * @throws AssertionError if there is none of this name; names those that there are
   * @throws CatalogException if the catalog cannot be asked
   */
  public TableAssert table(String name) {
    isNotNull();
    Optional<Table> found = actual.findTable(name);
    if (found.isEmpty()) {
      throw failure(
          "Expected a table '%s' in %s, but there is none%n  Its tables are %s",
          name, actual, tables());
    }
    return new TableAssert(found.get(), "table '" + name + "' in " + actual)
        .describedAs("%s", descriptionText());
  }

  /**
   * Verifies that there is no table of this name.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public S hasNoTable(String name) {
    isNotNull();
    if (actual.findEntry(name).isPresent()) {
      throw failure("Expected no table '%s' in %s, but there is one", name, actual);
    }
    return myself;
  }

  /**
   * Verifies that there are these tables and no others.
   *
   * @param names in any order; none for "no table at all"
   * @throws CatalogException if the catalog cannot be asked
   */
  public S hasOnlyTables(String... names) {
    isNotNull();
    List<String> expected =
        Arrays.stream(names).map(TableName::of).sorted().map(TableName::toString).toList();
    List<String> found = tables();
    if (!found.equals(expected)) {
      throw failureWithActualExpected(
          found,
          expected,
          "Expected the tables %s in %s, but there are %s",
          expected,
          actual,
          found);
    }
    return myself;
  }

  private List<String> tables() {
    try (var names = actual.tables()) {
      return names.map(TableName::toString).toList();
    }
  }
}
