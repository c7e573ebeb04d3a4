package dev.landfall.internal.icebergrest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.landfall.Snapshot;
import dev.landfall.model.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.rest.responses.LoadTableResponse;

/** A version of a table, to be answered. */
record LoadedTable(TableMetadata metadata) {

  /** Which snapshots an answer holds. */
  enum Snapshots {
    ALL,
    REFS;

    static Snapshots of(Map<String, String> query) {
      return valueOf(query.getOrDefault("snapshots", "all").toUpperCase(Locale.ROOT));
    }
  }

  static LoadedTable of(LoadTableResponse answer) {
    return new LoadedTable(answer.tableMetadata());
  }

  /** Takes a table of a catalog; its metadata tables are made by the client, of the table. */
  static LoadedTable of(Table table) {
    if (table instanceof BaseTable base) {
      return new LoadedTable(base.operations().current());
    }
    throw new NoSuchTableException("Table does not exist: %s", table.name());
  }

  /** Reads the table that a commit has under a name. */
  static LoadedTable at(Snapshot commit, TableIdentifier identifier) {
    TableName name =
        new TableName(
            identifier.namespace().isEmpty()
                ? TableName.DEFAULT_NAMESPACE
                : List.of(identifier.namespace().levels()),
            identifier.name());
    return of(
        commit
            .findTable(name.qualified())
            .orElseThrow(() -> new NoSuchTableException("Table does not exist: %s", identifier))
            .iceberg());
  }

  RestAnswer answer() {
    return answer(Snapshots.ALL, List.of());
  }

  /** Answers the table, or that the client has it already. */
  RestAnswer answer(Snapshots snapshots, List<String> ifNoneMatch) {
    Map<String, String> headers = Map.of("ETag", tag(snapshots));
    if (matches(ifNoneMatch, tag(snapshots))) {
      return new RestAnswer(304, RestAnswer.OK, headers, new byte[0]);
    }
    LoadTableResponse answer =
        LoadTableResponse.builder()
            .withTableMetadata(snapshots == Snapshots.ALL ? metadata : withReferencedOnly())
            .build();
    return new RestAnswer(200, RestAnswer.OK, headers, RestJson.write(answer));
  }

  private TableMetadata withReferencedOnly() {
    return TableMetadata.buildFrom(metadata)
        .withMetadataLocation(metadata.metadataFileLocation())
        .suppressHistoricalSnapshots()
        .build();
  }

  /** A metadata file never changes, so its name stands for what is in it. */
  private String tag(Snapshots snapshots) {
    String version = metadata.metadataFileLocation() + " " + snapshots;
    return '"' + UUID.nameUUIDFromBytes(version.getBytes(UTF_8)).toString() + '"';
  }

  private static boolean matches(List<String> ifNoneMatch, String tag) {
    return ifNoneMatch.stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(String::strip)
        .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals("W/" + tag));
  }
}
