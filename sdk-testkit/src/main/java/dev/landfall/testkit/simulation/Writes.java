package dev.landfall.testkit.simulation;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.Project;
import dev.landfall.Table;
import dev.landfall.config.TableOptions;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import dev.landfall.rows.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** Stages commits of random changes, through the SDK's own tables and staging. */
final class Writes {

  /** The rows of simulated tables: none. */
  private static final Rows ROWS =
      Rows.ofRecords(
          new Schema(Types.NestedField.required(1, "id", Types.LongType.get())), List.of());

  private static final List<String> NAMES =
      List.of("orders", "items", "sales.days", "sales.months");

  private final World world;
  private final Project project;

  Writes(World world, Project project) {
    this.world = world;
    this.project = project;
  }

  /** Stages one to three changes on a head; the tables that exist decide which. */
  Commit stage(BranchHead head, boolean release) {
    Commit commit = release ? head.release() : head.commit();
    OperationId operation =
        new OperationId(new UUID(world.random.nextLong(), world.random.nextLong()));
    commit.operationId(operation).message("by " + operation);
    List<TableName> bound = new ArrayList<>(head.tables().toList());
    int changes = 1 + world.upTo(3);
    List<String> names = new ArrayList<>(NAMES);
    for (int i = 0; i < changes && !names.isEmpty(); i++) {
      String name = names.remove(world.upTo(names.size()));
      if (bound.contains(TableName.of(name))) {
        change(commit, head, name, operation, names, bound);
      } else {
        commit.createTable(name, create(operation));
      }
    }
    return commit;
  }

  private void change(
      Commit commit,
      BranchHead head,
      String name,
      OperationId operation,
      List<String> others,
      List<TableName> bound) {
    int choice = world.upTo(20);
    if (choice == 0) {
      commit.dropTable(name);
    } else if (choice == 1 && !others.isEmpty()) {
      String other = others.remove(world.upTo(others.size()));
      if (bound.contains(TableName.of(other))) {
        update(commit, head, name, operation);
      } else {
        commit.renameTable(name, other);
      }
    } else if (choice == 2) {
      commit.assertUnchanged(head.table(name));
    } else {
      update(commit, head, name, operation);
    }
  }

  private void update(Commit commit, BranchHead head, String name, OperationId operation) {
    commit.updateTable(
        head.table(name)
            .edit(
                table ->
                    table
                        .updateProperties()
                        .set(VersionFiles.WRITER, operation.toString())
                        .commit()));
  }

  private Table create(OperationId operation) {
    return project.writeTable(
        ROWS, TableOptions.builder().property(VersionFiles.WRITER, operation.toString()).build());
  }
}
