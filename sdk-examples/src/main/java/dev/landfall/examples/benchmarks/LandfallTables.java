package dev.landfall.examples.benchmarks;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.RawTableCommit;
import dev.landfall.iceberg.LandfallCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.catalog.TableCommit;
import org.apache.iceberg.catalog.TableIdentifier;

/** Tables of a project, which are changed by releases: all ten in one. */
final class LandfallTables implements TenTables {

  private final LandfallClient client;
  private final Project project;
  private final LandfallCatalog catalog;
  private List<Table> tables = List.of();
  private int created;
  private int changes;

  LandfallTables(LandfallClient client) {
    this.client = client;
    this.project = client.createProject("bench");
    this.catalog = LandfallCatalog.of(project, "main");
  }

  @Override
  public String name() {
    return "Landfall";
  }

  @Override
  public void create() {
    tables =
        IntStream.range(0, COUNT)
            .mapToObj(i -> TableIdentifier.of("t" + created++))
            .map(identifier -> catalog.createTable(identifier, Reading.SCHEMA))
            .toList();
  }

  @Override
  public void changeOne() throws PublishException {
    project.commitTable("main", change(0));
  }

  @Override
  public void changeAll() throws PublishException {
    project.release("main", IntStream.range(0, COUNT).mapToObj(this::change).toList());
  }

  private TableCommit change(int index) {
    String id = ((HasTableOperations) tables.get(index)).operations().current().uuid();
    return new RawTableCommit(
        TableIdentifier.of("t" + (created - COUNT + index)),
        List.of(new UpdateRequirement.AssertTableUUID(id)),
        List.of(new MetadataUpdate.SetProperties(Map.of("change", Integer.toString(changes++)))));
  }

  @Override
  public void close() {
    try {
      catalog.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      client.close();
    }
  }
}
