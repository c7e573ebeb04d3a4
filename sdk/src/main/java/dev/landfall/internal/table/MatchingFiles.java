package dev.landfall.internal.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.StrictMetricsEvaluator;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.apache.iceberg.util.PartitionUtil;

/**
 * The data files that hold rows of a filter: some as a whole, some in part. Rows that delete files
 * have already removed count for nothing.
 */
final class MatchingFiles {

  private final Table table;
  private final Expression filter;
  private final List<DataFile> whole = new ArrayList<>();
  private final List<FileScanTask> partly = new ArrayList<>();

  private MatchingFiles(Table table, Expression filter) {
    this.table = table;
    this.filter = filter;
  }

  /** Finds the files; reads rows of those whose metrics leave the answer open. */
  static MatchingFiles find(Table table, Expression filter) throws IOException {
    MatchingFiles found = new MatchingFiles(table, filter);
    try (CloseableIterable<FileScanTask> tasks = plan(table, filter)) {
      for (FileScanTask task : tasks) {
        found.sort(task);
      }
    }
    found.completeDeletes();
    return found;
  }

  boolean isEmpty() {
    return whole.isEmpty() && partly.isEmpty();
  }

  /** Returns every file that has to leave the table. */
  List<DataFile> all() {
    List<DataFile> all = new ArrayList<>(whole);
    partly.forEach(task -> all.add(task.file()));
    return all;
  }

  /** Opens the rows that have to stay, in the order of their files. */
  CloseableIterator<Record> keptRows() {
    List<CloseableIterable<Record>> kept = new ArrayList<>();
    partly.forEach(task -> kept.add(rows(task, false)));
    return CloseableIterable.concat(kept).iterator();
  }

  private static CloseableIterable<FileScanTask> plan(Table table, Expression filter) {
    return table
        .newScan()
        .filter(filter)
        .includeColumnStats()
        .planWith(CallerThread.INSTANCE)
        .planFiles();
  }

  /**
   * A filtered plan leaves out delete files that cannot remove a matching row. The rows that stay
   * need them all, or deleted rows would come back.
   */
  private void completeDeletes() throws IOException {
    if (partly.isEmpty() || !hasDeleteFiles()) {
      return;
    }
    Set<String> locations = new HashSet<>();
    partly.forEach(task -> locations.add(task.file().location()));
    partly.clear();
    try (CloseableIterable<FileScanTask> tasks = plan(table, Expressions.alwaysTrue())) {
      for (FileScanTask task : tasks) {
        if (locations.contains(task.file().location())) {
          partly.add(task);
        }
      }
    }
  }

  private boolean hasDeleteFiles() {
    Snapshot snapshot = table.currentSnapshot();
    return snapshot != null && !snapshot.deleteManifests(table.io()).isEmpty();
  }

  private void sort(FileScanTask task) throws IOException {
    Expression residual = task.residual();
    boolean all =
        residual == Expressions.alwaysTrue()
            || new StrictMetricsEvaluator(table.schema(), residual).eval(task.file());
    if (all) {
      whole.add(task.file().copyWithoutStats());
    } else if (hasMatch(task)) {
      partly.add(task);
    }
  }

  private boolean hasMatch(FileScanTask task) throws IOException {
    try (CloseableIterable<Record> matches = rows(task, true);
        CloseableIterator<Record> iterator = matches.iterator()) {
      return iterator.hasNext();
    }
  }

  private CloseableIterable<Record> rows(FileScanTask task, boolean matching) {
    GenericDeleteFilter deletes =
        new GenericDeleteFilter(table.io(), task, table.schema(), table.schema());
    Schema read = deletes.requiredSchema();
    Evaluator evaluator = new Evaluator(read.asStruct(), filter);
    InternalRecordWrapper wrapper = new InternalRecordWrapper(read.asStruct());
    return CloseableIterable.filter(
        deletes.filter(open(task, read)), row -> evaluator.eval(wrapper.wrap(row)) == matching);
  }

  private CloseableIterable<Record> open(FileScanTask task, Schema read) {
    Map<Integer, ?> constants =
        PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant);
    return FormatModelRegistry.<Record, Object>readBuilder(
            task.file().format(), Record.class, table.io().newInputFile(task.file()))
        .project(read)
        .idToConstant(constants)
        .build();
  }
}
