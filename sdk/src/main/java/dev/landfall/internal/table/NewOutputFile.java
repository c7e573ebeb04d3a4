package dev.landfall.internal.table;

import org.apache.iceberg.io.OutputFile;

/** A file to be created. It is never one that exists already. */
interface NewOutputFile extends OutputFile {

  /** Returns how many bytes of the file are not in memory any more. */
  long written();
}
