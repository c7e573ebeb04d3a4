package dev.landfall.internal.table;

import dev.landfall.config.TableOptions;
import dev.landfall.event.WriteProgress;
import dev.landfall.internal.files.StoredFile;
import dev.landfall.internal.storage.Locations;
import dev.landfall.internal.storage.Storage;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
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
import org.jspecify.annotations.Nullable;

/**
 * The tables of one project, each in {@code <project location>/tables/<table id>}. Knows no names
 * and no catalog. Safe for use by many threads.
 */
public final class TableStore {

  private static final int PREVIOUS_METADATA_FILES = 20;
  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9})-[^/]*");

  private final String projectLocation;
  private final Consumer<WriteProgress> progress;
  private final Storage storage;

  private TableStore(String projectLocation, Consumer<WriteProgress> progress, Storage storage) {
    this.projectLocation = Locations.withoutTrailingSlash(projectLocation);
    this.progress = progress;
    this.storage = storage;
  }

  /**
   * Returns the store at a location, without I/O.
   *
   * @param projectLocation an absolute path, {@code file:} and one, or a place in an object store;
   *     not percent-encoded
   * @param progress is told of every write's progress, in the writing thread; may not throw
   * @throws IllegalArgumentException if the location is relative, or on storage of no known kind
   * @throws dev.landfall.catalog.NotSupportedException if the libraries of its storage are missing
   */
  public static TableStore at(
      String projectLocation, Consumer<WriteProgress> progress, Storage storage) {
    Locations.requireUsable(projectLocation);
    return new TableStore(projectLocation, progress, storage);
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
   * @throws UncheckedIOException if it cannot be read
   * @throws IllegalStateException if the file describes another table than the given id
   */
  public TableVersion open(String name, UUID tableId, String metadataLocation) {
    TableMetadata metadata =
        TableMetadataParser.read(TableFileIO.readOnly(storage), metadataLocation);
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
        new TableVersion.Context(name, progress, storage),
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
    TableVersion.Context context = new TableVersion.Context(tableId.toString(), progress, storage);
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
   * @throws UncheckedIOException if the files cannot be listed, or one of a version cannot be read
   * @throws RuntimeException if a file of a version is missing or damaged: then nothing can be said
   */
  public List<StoredFile> orphans(Instant olderThan, Supplier<Stream<String>> versions) {
    List<StoredFile> old = oldFiles(olderThan);
    ReachableFiles reachable = new ReachableFiles(storage);
    try (Stream<String> kept = versions.get()) {
      kept.forEach(
          version -> {
            requireInside(version);
            reachable.add(version);
          });
    }
    return old.stream()
        .filter(file -> !reachable.contains(file))
        .sorted(Comparator.comparing(StoredFile::location))
        .toList();
  }

  private List<StoredFile> oldFiles(Instant olderThan) {
    try {
      return OldFiles.under(projectLocation, olderThan, storage);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the files under " + projectLocation, e);
    }
  }

  /**
   * Deletes an orphan; returns false if somebody else has.
   *
   * @throws UncheckedIOException if it cannot be deleted
   */
  public boolean delete(StoredFile orphan) {
    Path path = Locations.localPath(orphan.location());
    if (path == null) {
      storage.objects().delete(orphan.location());
      return true;
    }
    try {
      return Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot remove the orphan file " + path, e);
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
    TableVersion.Context context = new TableVersion.Context(metadata.uuid(), progress, storage);
    String written = metadata.metadataFileLocation();
    if (written != null) {
      requireInside(written);
    }
    try (WriteLog log = new WriteLog(storage)) {
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
  private @Nullable Path highestNewDirectory() {
    Path project = Locations.localPath(projectLocation);
    return project == null || project.getParent() == null ? project : project.getParent();
  }

  private static int number(String metadataLocation) {
    Matcher name =
        NUMBERED.matcher(metadataLocation.substring(metadataLocation.lastIndexOf('/') + 1));
    return name.matches() ? Integer.parseInt(name.group(1)) : 0;
  }
}
