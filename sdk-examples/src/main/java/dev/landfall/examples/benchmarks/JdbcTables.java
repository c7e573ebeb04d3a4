package dev.landfall.examples.benchmarks;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Tables of Iceberg's JDBC catalog, which can change them one by one only. They stay open. */
final class JdbcTables implements TenTables {

  private final String name;
  private final JdbcCatalog catalog;
  private List<Table> tables = List.of();
  private int created;
  private int changes;

  JdbcTables(String name, JdbcCatalog catalog) {
    this.name = name;
    this.catalog = catalog;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void create() {
    tables =
        IntStream.range(0, COUNT)
            .mapToObj(i -> TableIdentifier.of(JdbcCatalogs.NAMESPACE, "t" + created++))
            .map(identifier -> catalog.createTable(identifier, Reading.SCHEMA))
            .toList();
  }

  @Override
  public void changeOne() {
    change(tables.get(0));
  }

  @Override
  public void changeAll() {
    tables.forEach(this::change);
  }

  private void change(Table table) {
    table.updateProperties().set("change", Integer.toString(changes++)).commit();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
