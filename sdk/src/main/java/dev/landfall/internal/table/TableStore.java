package dev.landfall.internal.table;

import dev.landfall.config.TableOptions;
import dev.landfall.event.WriteProgress;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The tables of one project, each in {@code <project location>/tables/<table id>}. Knows no names
 * and no catalog. Safe for use by many threads.
 */
public final class TableStore {

  private static final int PREVIOUS_METADATA_FILES = 20;
  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9})-[^/]*");

  private final String projectLocation;
  private final Consumer<WriteProgress> progress;
  private final FileSync sync;

  private TableStore(String projectLocation, Consumer<WriteProgress> progress, FileSync sync) {
    this.projectLocation = Locations.withoutTrailingSlash(projectLocation);
    this.progress = progress;
    this.sync = sync;
  }

  /**
   * Returns the store at a location, without I/O.
   *
   * @param projectLocation an absolute path, or {@code file:} and one, not percent-encoded
   * @param progress is told of every write's progress, in the writing thread; may not throw
   * @throws IllegalArgumentException if the location is not an absolute one on the local disk
   */
  public static TableStore at(String projectLocation, Consumer<WriteProgress> progress) {
    return at(projectLocation, progress, FileSync.disk());
  }

  /** Returns the store at a location, as above, that makes its files durable in the given way. */
  public static TableStore at(
      String projectLocation, Consumer<WriteProgress> progress, FileSync sync) {
    if (!Locations.path(projectLocation).isAbsolute()) {
      throw new IllegalArgumentException(
          "Cannot use location '" + projectLocation + "': it is relative; give an absolute path");
    }
    return new TableStore(projectLocation, progress, sync);
  }

  /** Returns where the project lies, without a slash at its end. */
  public String projectLocation() {
    return projectLocation;
  }

  /**
   * Opens a version; reads its metadata file.
   *
   * @param name the name to speak of the table by
   * @throws org.apache.iceberg.exceptions.NotFoundException if there is no such file
   * @throws IllegalStateException if the file describes another table than the given id
   */
  public TableVersion open(String name, UUID tableId, String metadataLocation) {
    TableMetadata metadata = TableMetadataParser.read(LocalFileIO.readOnly(), metadataLocation);
    if (!tableId.toString().equals(metadata.uuid())) {
      throw new IllegalStateException(
          "Cannot open table '"
              + name
              + "': the file "
              + metadataLocation
              + " belongs to table "
              + metadata.uuid()
              + ", expected was table "
              + tableId);
    }
    return TableVersion.opened(
        new TableVersion.Context(name, progress, sync),
        Lineage.durable(metadata, number(metadataLocation)),
        metadataLocation);
  }

  /**
   * Writes the first version of a new table. Without rows it has a schema and no snapshot.
   *
   * @throws IllegalArgumentException if the options do not fit the rows; nothing was written
   * @throws RuntimeException as {@link TableVersion#append} does; nothing needs to be undone
   */
  public TableVersion create(Rows rows, TableOptions options) {
    UUID tableId = UUID.randomUUID();
    TableMetadata metadata = firstMetadata(rows.schema(), options, tableId);
    Lineage lineage = Lineage.created(metadata, highestNewDirectory());
    TableVersion.Context context = new TableVersion.Context(tableId.toString(), progress, sync);
    return TableVersion.staged(context, lineage).append(rows);
  }

  /**
   * Makes the first version of a new table of Iceberg's metadata updates, which may set its id and
   * its location; otherwise it gets those that every new table gets.
   *
   * @throws IllegalArgumentException if the updates do not make a table of this project
   */
  public TableVersion create(List<MetadataUpdate> updates) {
    return adopt(MetadataUpdates.create(updates, projectLocation));
  }

  /**
   * Lists the files of this project that were last written before a time and that no version
   * reaches. The files are listed first, so that a version that is published meanwhile keeps its
   * own.
   *
   * @param versions gives the metadata locations of all versions to keep, when it is asked
   * @throws UncheckedIOException if the directory cannot be read
   * @throws RuntimeException if a file of a version cannot be read: then nothing can be said
   */
  public List<Path> orphans(Instant olderThan, Supplier<Stream<String>> versions) {
    List<Path> old = oldFiles(olderThan);
    ReachableFiles reachable = new ReachableFiles();
    try (Stream<String> kept = versions.get()) {
      kept.forEach(
          version -> {
            requireInside(version);
            reachable.add(version);
          });
    }
    return old.stream().filter(file -> !reachable.contains(file)).sorted().toList();
  }

  private List<Path> oldFiles(Instant olderThan) {
    Path directory = Locations.path(projectLocation);
    try {
      return OldFiles.under(directory, olderThan);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the files under " + directory, e);
    }
  }

  /**
   * Takes a table over as its metadata stands. Metadata that was read from a file is the version of
   * that file; other metadata gets a file when the version is sealed.
   *
   * @throws IllegalArgumentException if the metadata has no table id, or its file does not lie, or
   *     would not, in this project
   */
  public TableVersion adopt(TableMetadata metadata) {
    if (metadata.uuid() == null) {
      throw new IllegalArgumentException(
          "Cannot take over a table without an id; upgrade it to format version 2 first");
    }
    TableVersion.Context context = new TableVersion.Context(metadata.uuid(), progress, sync);
    String written = metadata.metadataFileLocation();
    if (written != null) {
      requireInside(written);
    }
    try (WriteLog log = new WriteLog(sync)) {
      log.adopt(AddedFiles.between(null, new StagedOperations(metadata, log)));
      Lineage lineage = Lineage.created(metadata, highestNewDirectory()).with(log);
      TableVersion version =
          written == null
              ? TableVersion.staged(context, lineage)
              : TableVersion.adopted(context, lineage.at(number(written)), written);
      requireInside(version);
      return version;
    }
  }

  /**
   * Refuses a version whose metadata file does not lie, or will not lie, in this project.
   *
   * @throws IllegalArgumentException if it is refused
   */
  public void requireInside(TableVersion version) {
    requireInside(version.metadataLocation());
  }

  private void requireInside(String metadataLocation) {
    Locations.requireUnder(projectLocation, "the metadata of a table", metadataLocation);
  }

  private TableMetadata firstMetadata(Schema schema, TableOptions options, UUID tableId) {
    Map<String, String> properties = new HashMap<>(options.properties());
    properties.putIfAbsent(
        TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, Integer.toString(PREVIOUS_METADATA_FILES));
    properties.put(TableProperties.FORMAT_VERSION, Integer.toString(options.formatVersion()));
    try {
      TableMetadata fresh =
          TableMetadata.newTableMetadata(
              schema,
              options.partitionSpec(schema),
              options.sortOrder(schema),
              projectLocation + "/tables/" + tableId,
              properties);
      return TableMetadata.buildFrom(fresh).assignUUID(tableId.toString()).discardChanges().build();
    } catch (ValidationException e) {
      throw new IllegalArgumentException(
          "Cannot create a table with these options: " + e.getMessage(), e);
    }
  }

  /** The parent of the project's directory: the first table may be what makes that directory. */
  private Path highestNewDirectory() {
    Path project = Locations.path(projectLocation);
    Path parent = project.getParent();
    return parent == null ? project : parent;
  }

  private static int number(String metadataLocation) {
    Matcher name =
        NUMBERED.matcher(metadataLocation.substring(metadataLocation.lastIndexOf('/') + 1));
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }
}
