package dev.landfall.rows;

import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** All rows of this package: a schema, perhaps the record class, and a source to open. */
final class SourceRows extends Rows {
  private final Schema schema;
  private final @Nullable RecordShape shape;
  private final RowSource.Opener source;

  SourceRows(Schema schema, @Nullable RecordShape shape, RowSource.Opener source) {
    this.schema = schema;
    this.shape = shape;
    this.source = source;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public CloseableIterator<Record> records(Schema target) {
    StructWriter writer = WriterCompiler.compile(schema.asStruct(), shape, target.asStruct());
    return new RowIterator(source.open(), writer);
  }
}
