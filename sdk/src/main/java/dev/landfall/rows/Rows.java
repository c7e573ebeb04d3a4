package dev.landfall.rows;

import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;

/** Rows to write, and the schema they have. */
public abstract class Rows {

  /** Returns the Iceberg schema of the rows, with field ids of its own. */
  public abstract Schema schema();

  /**
   * Opens the rows as records of a table's schema, columns matched by name. One record instance may
   * be used again and again.
   */
  public abstract CloseableIterator<Record> records(Schema target);
}
