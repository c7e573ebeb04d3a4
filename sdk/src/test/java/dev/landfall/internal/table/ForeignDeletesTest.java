package dev.landfall.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.config.TableOptions;
import dev.landfall.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that other engines left with delete files. */
class ForeignDeletesTest {

  @TempDir Path lake;
  private TableStore store;

  @BeforeEach
  void openStore() {
    store = TableStore.at(lake.toString(), p -> {}, Storage.defaults());
  }

  @Test
  void rowsDeletedByPositionStayDeleted() throws Exception {
    rowsDeletedByAnotherEngineStayDeleted(ForeignDeletesTest::deletePosition3);
  }

  @Test
  void rowsDeletedByEqualityStayDeleted() throws Exception {
    rowsDeletedByAnotherEngineStayDeleted(ForeignDeletesTest::deleteId3);
  }

  private void rowsDeletedByAnotherEngineStayDeleted(BiFunction<Table, String, DeleteFile> delete)
      throws Exception {
    TableVersion base = store.create(SampleRows.of(0, 10), TableOptions.defaults());
    String dataFile = TableVersionTest.dataFiles(base).iterator().next();
    TableVersion version =
        base.edit(table -> table.newRowDelta().addDeletes(delete.apply(table, dataFile)).commit());
    TableVersion.seal(List.of(version));
    assertThat(SampleRows.ids(version)).hasSize(9).doesNotContain(3L);

    assertThat(version.delete(Expressions.equal("id", 3))).isSameAs(version);
    TableVersion next = version.delete(Expressions.equal("id", 5));
    TableVersion.seal(List.of(next));
    assertThat(SampleRows.ids(store.open("t", next.tableId(), next.metadataLocation())))
        .containsExactly(0L, 1L, 2L, 4L, 6L, 7L, 8L, 9L);
    assertThat(TableVersionTest.dataFiles(next)).doesNotContain(dataFile);
    TableVersion again = next.append(SampleRows.of(3, 4));
    assertThat(SampleRows.ids(again)).contains(3L);
    assertThat(SampleRows.ids(version.overwrite(SampleRows.of(20, 21)))).containsExactly(20L);
  }

  private static DeleteFile deletePosition3(Table table, String dataFile) {
    try {
      PositionDeleteWriter<Record> writer =
          FormatModelRegistry.<Record>positionDeleteWriteBuilder(FileFormat.PARQUET, file(table))
              .spec(table.spec())
              .build();
      try (writer) {
        writer.write(PositionDelete.<Record>create().set(dataFile, 3));
      }
      return writer.toDeleteFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DeleteFile deleteId3(Table table, String dataFile) {
    int id = table.schema().findField("id").fieldId();
    try {
      EqualityDeleteWriter<Record> writer =
          FormatModelRegistry.<Record, Object>equalityDeleteWriteBuilder(
                  FileFormat.PARQUET, Record.class, file(table))
              .schema(table.schema().select("id"))
              .spec(table.spec())
              .equalityFieldIds(id)
              .build();
      try (writer) {
        Record row = GenericRecord.create(table.schema().select("id"));
        row.setField("id", 3L);
        writer.write(row);
      }
      return writer.toDeleteFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EncryptedOutputFile file(Table table) {
    String name = "deletes-" + UUID.randomUUID() + ".parquet";
    return EncryptedFiles.plainAsEncryptedOutput(
        table.io().newOutputFile(table.locationProvider().newDataLocation(name)));
  }
}
