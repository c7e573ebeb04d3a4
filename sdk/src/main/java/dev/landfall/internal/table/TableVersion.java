package dev.landfall.internal.table;

import dev.landfall.event.WriteProgress;
import dev.landfall.internal.storage.Storage;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.jspecify.annotations.Nullable;

/**
 * One immutable version of an Iceberg table. Every write returns the next version and leaves this
 * one alone, so that a version may have several successors; nobody else sees them until a catalog
 * is told their metadata location. Safe for use by many threads.
 *
 * <p>Data files are written at once; manifests and the metadata file when somebody needs them, at
 * the latest by {@link #seal}. In an object store the writes of a file that is complete do not wait
 * for its upload. No write deletes or overwrites a file.
 */
public final class TableVersion {

  private final Context context;
  private final Lineage lineage;
  private final boolean staged;
  private final String metadataLocation;
  private final Memo<Staged> snapshot;
  private final Memo<WriteLog> metadataFile;
  private volatile boolean sealed;

  /** What all versions of a table that came from one opening share. */
  record Context(String name, Consumer<WriteProgress> progress, Storage storage) {}

  private TableVersion(
      Context context, Lineage lineage, boolean staged, @Nullable String writtenLocation) {
    this.context = context;
    this.lineage = lineage;
    this.staged = staged;
    this.sealed = !staged;
    this.metadataLocation = writtenLocation == null ? newLocation(lineage) : writtenLocation;
    this.snapshot = new Memo<>(() -> lineage.stage(context.name(), context.storage()));
    this.metadataFile =
        new Memo<>(writtenLocation == null ? this::writeMetadataFile : this::noteMetadataFile);
  }

  static TableVersion opened(Context context, Lineage lineage, String metadataLocation) {
    return new TableVersion(context, lineage, false, metadataLocation);
  }

  static TableVersion staged(Context context, Lineage lineage) {
    return new TableVersion(context, lineage, true, null);
  }

  /** A version whose metadata file somebody else has written, and perhaps not made durable. */
  static TableVersion adopted(Context context, Lineage lineage, String metadataLocation) {
    return new TableVersion(context, lineage, true, metadataLocation);
  }

  /** Returns the id of the table, the same for all its versions. */
  public UUID tableId() {
    return UUID.fromString(lineage.base().uuid());
  }

  /** Returns where the metadata file of this version lies, or will lie once it is sealed. */
  public String metadataLocation() {
    return metadataLocation;
  }

  /** Returns the current schema. */
  public Schema schema() {
    return lineage.base().schema();
  }

  /** Returns the partition spec that new rows are written with. */
  public PartitionSpec spec() {
    return lineage.base().spec();
  }

  /** Returns the table properties; unmodifiable. */
  public Map<String, String> properties() {
    return lineage.base().properties();
  }

  /** Tells whether a write made this version, rather than that it was opened from its location. */
  public boolean isStaged() {
    return staged;
  }

  /**
   * Adds rows. Writes data files; a run of appends becomes one Iceberg snapshot.
   *
   * @return the next version, or this one if there are no rows
   * @throws RuntimeException what the rows threw, unchanged; no version was written
   * @throws UncheckedIOException if the disk fails or the thread is interrupted (its flag is kept);
   *     no version was written, and the append may be repeated
   */
  public TableVersion append(Rows rows) {
    Lineage from = successorBase();
    try (WriteLog log = new WriteLog(context.storage())) {
      List<DataFile> files = writeRows(new StagedOperations(from.base(), log), log, rows);
      return files.isEmpty() ? this : staged(context, from.append(files, log));
    }
  }

  /**
   * Replaces all rows.
   *
   * @return the next version, or this one if there were no rows and are none
   * @throws RuntimeException as {@link #append} does
   */
  public TableVersion overwrite(Rows rows) {
    return overwrite(Expressions.alwaysTrue(), rows);
  }

  /**
   * Replaces the rows that match a filter. Data files that hold other rows too are rewritten
   * without the matching ones. The new rows need not match.
   *
   * @return the next version, or this one if nothing matched and there are no rows
   * @throws RuntimeException as {@link #append} does
   */
  public TableVersion overwrite(Expression filter, Rows rows) {
    return replace(filter, rows);
  }

  /**
   * Removes the rows that match a filter. Data files of which all rows match leave the table
   * unread; those that hold other rows too are rewritten.
   *
   * @return the next version, or this one if nothing matched
   * @throws UncheckedIOException if the disk fails or the thread is interrupted; no version was
   *     written, and the delete may be repeated
   */
  public TableVersion delete(Expression filter) {
    return replace(filter, null);
  }

  /**
   * Changes the schema. The change is applied when the consumer returns; it may not commit itself.
   *
   * @return the next version, or this one if nothing changed
   * @throws IllegalStateException if the consumer calls {@code commit()}; leave that call out
   */
  public TableVersion updateSchema(Consumer<UpdateSchema> change) {
    return commit(
        (operations, log) -> {
          UpdateSchema update = operations.table(context.name()).updateSchema();
          operations.refuseCommits(
              "Cannot commit a schema change by hand: updateSchema() does; leave commit() out");
          change.accept(update);
          operations.allowCommits();
          update.commit();
        });
  }

  /**
   * Opens the whole Iceberg Table API on a private copy. What is committed through the table that
   * the consumer is given makes the next version; no catalog is touched and no file deleted. The
   * table is dead once the consumer has returned.
   *
   * @return the next version, or this one if nothing was committed
   */
  public TableVersion edit(Consumer<Table> work) {
    return commit(
        (operations, log) -> {
          work.accept(operations.table(context.name()));
          log.adopt(AddedFiles.between(snapshot.get().metadata(), operations));
        });
  }

  /**
   * Makes what an Iceberg table commit says of this version, and nothing more than it says.
   *
   * @return the next version, or this one if the updates change nothing
   * @throws org.apache.iceberg.exceptions.CommitFailedException if a requirement is not met
   * @throws IllegalArgumentException if the updates cannot be applied
   */
  public TableVersion apply(List<UpdateRequirement> requirements, List<MetadataUpdate> updates) {
    TableMetadata base = metadata();
    requirements.forEach(requirement -> requirement.validate(base));
    return replaceMetadata(MetadataUpdates.apply(TableMetadata.buildFrom(base), updates));
  }

  /**
   * Makes a version of metadata that was built from this one's, exactly as it stands.
   *
   * @return the next version, or this one if it is this one's metadata
   * @throws IllegalArgumentException if the metadata is of another table
   */
  public TableVersion replaceMetadata(TableMetadata next) {
    if (!tableId().toString().equals(next.uuid())) {
      throw new IllegalArgumentException(
          "Cannot replace the metadata of table '"
              + context.name()
              + "' with id "
              + tableId()
              + ": it is of table "
              + next.uuid()
              + "; build it from this table's own");
    }
    if (next == metadata()) {
      return this;
    }
    Staged before = new Staged(metadata(), snapshot.get().writes());
    try (WriteLog log = new WriteLog(context.storage())) {
      log.adopt(AddedFiles.between(before.metadata(), new StagedOperations(next, log)));
      return staged(context, successorBase().next(next, before, log));
    }
  }

  /** Returns this sealed version as if it had been opened from its location. Does no I/O. */
  public TableVersion asPublished() {
    return staged
        ? opened(context, Lineage.durable(written(metadata()), lineage.number()), metadataLocation)
        : this;
  }

  /** Returns an Iceberg table to read from; it refuses writes and commits. */
  public Table readOnly() {
    return readOnlyTable(metadata());
  }

  /**
   * Reads rows.
   *
   * @param projection the columns to read; null for all
   * @param filter which rows; {@code Expressions.alwaysTrue()} for all
   * @return the rows, read while they are iterated; to be closed
   */
  public CloseableIterable<Record> scan(@Nullable Schema projection, Expression filter) {
    IcebergGenerics.ScanBuilder scan =
        IcebergGenerics.read(readOnlyTable(metadata())).where(NullSafe.filter(filter));
    return (projection == null ? scan : scan.project(projection)).build();
  }

  /**
   * Makes versions durable with every file that they reach: writes what is still missing, then
   * syncs each new file and then each directory once, and waits until an object store has
   * acknowledged the files there. May be called again, and by many threads.
   *
   * @throws UncheckedIOException if a file is missing or cannot be synced or stored; the message
   *     names it. The version cannot become durable then: write the rows again. Or if the thread is
   *     interrupted while it waits for an object store (its flag is kept): call again
   */
  public static void seal(Collection<TableVersion> versions) {
    Seal.seal(versions);
  }

  @Override
  public String toString() {
    return "table '" + context.name() + "' at " + metadataLocation;
  }

  Lineage lineage() {
    return lineage;
  }

  Storage storage() {
    return context.storage();
  }

  boolean isSealed() {
    return sealed;
  }

  void markSealed() {
    sealed = true;
  }

  void writeMetadata() {
    if (!sealed) {
      metadataFile.get();
    }
  }

  /** Returns what was written for this version and may not be durable yet. */
  List<WriteLog> writes() {
    List<WriteLog> writes = new ArrayList<>(lineage.writes().toList());
    writes.addAll(snapshot.get().writes());
    writes.add(metadataFile.get());
    return writes;
  }

  private TableMetadata metadata() {
    return snapshot.get().metadata();
  }

  /** Returns what a successor builds on. A sealed version may be published: its run is over. */
  private Lineage successorBase() {
    return sealed && staged ? Lineage.durable(written(metadata()), lineage.number()) : lineage;
  }

  /** Returns metadata that knows its file, so that successors list it in their metadata log. */
  private TableMetadata written(TableMetadata metadata) {
    return TableMetadata.buildFrom(metadata)
        .discardChanges()
        .withMetadataLocation(metadataLocation)
        .build();
  }

  private WriteLog writeMetadataFile() {
    try (WriteLog log = new WriteLog(context.storage())) {
      TableMetadataParser.write(
          metadata(), TableFileIO.writing(log).newOutputFile(metadataLocation));
      return log;
    }
  }

  private WriteLog noteMetadataFile() {
    try (WriteLog log = new WriteLog(context.storage())) {
      log.adopt(List.of(metadataLocation));
      return log;
    }
  }

  private TableVersion replace(Expression filter, @Nullable Rows rows) {
    return commit(
        (operations, log) -> {
          MatchingFiles matching = matching(operations.table(context.name()), filter);
          List<DataFile> added = new ArrayList<>();
          if (rows != null) {
            added.addAll(writeRows(operations, log, rows));
          }
          added.addAll(writer(operations, log).write(matching.keptRows()));
          if (!matching.isEmpty() || !added.isEmpty()) {
            OverwriteFiles overwrite =
                CallerThread.manifestsOf(operations.table(context.name()).newOverwrite());
            matching.all().forEach(overwrite::deleteFile);
            added.forEach(overwrite::addFile);
            overwrite.commit();
          }
        });
  }

  private MatchingFiles matching(Table table, Expression filter) {
    try {
      return MatchingFiles.find(table, NullSafe.filter(filter));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot find the rows to replace in table '"
              + context.name()
              + "'; no version was written",
          e);
    }
  }

  private List<DataFile> writeRows(StagedOperations operations, WriteLog log, Rows rows) {
    return writer(operations, log).write(rows.records(operations.current().schema()));
  }

  private RowWriter writer(StagedOperations operations, WriteLog log) {
    return new RowWriter(
        operations.table(context.name()), TableFileIO.writing(log), context.progress());
  }

  private TableVersion commit(Operation operation) {
    Lineage from = successorBase();
    Staged before = from.appended().isEmpty() ? new Staged(from.base(), List.of()) : snapshot.get();
    try (WriteLog log = new WriteLog(context.storage())) {
      StagedOperations operations = new StagedOperations(before.metadata(), log);
      operation.run(operations, log);
      TableMetadata after = operations.result();
      return after == before.metadata()
          ? this
          : staged(context, from.next(Retention.apply(after), before, log));
    }
  }

  private Table readOnlyTable(TableMetadata metadata) {
    return new BaseTable(
        new StaticTableOperations(
            metadata,
            TableFileIO.readOnly(context.storage()),
            LocationProviders.locationsFor(metadata.location(), metadata.properties())),
        context.name(),
        report -> {});
  }

  private static String newLocation(Lineage lineage) {
    TableMetadata base = lineage.base();
    String codec =
        base.property(
            TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
    String name =
        String.format(
            Locale.ROOT,
            "%05d-%s%s",
            lineage.number(),
            UUID.randomUUID(),
            TableMetadataParser.getFileExtension(codec));
    return StagedOperations.metadataFileLocation(base, name);
  }

  @FunctionalInterface
  private interface Operation {
    void run(StagedOperations operations, WriteLog log);
  }
}
