package dev.landfall.internal.table;

import java.util.List;
import org.apache.iceberg.TableMetadata;

/** Metadata made in memory, and what was written for it. */
record Staged(TableMetadata metadata, List<WriteLog> writes) {}
