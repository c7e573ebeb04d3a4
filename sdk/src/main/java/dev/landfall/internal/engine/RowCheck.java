package dev.landfall.internal.engine;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds every row against its checksum, which a database does not do by itself. */
final class RowCheck {

  /** The columns that the checksum of a row is made of, in their order. */
  private static final Map<String, List<String>> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("projects", List.of("name", "location", "created_at"));
    COLUMNS.put("lines", List.of("project_id", "parent_line", "parent_seq"));
    COLUMNS.put(
        "commits",
        List.of(
            "line_id",
            "seq",
            "project_id",
            "commit_id",
            "released_onto",
            "committed_at",
            "request"));
    COLUMNS.put("branches", List.of("project_id", "name", "branch_id", "line_id", "head"));
    COLUMNS.put("operations", List.of("project_id", "operation_id", "request_sha256", "state"));
    COLUMNS.put(
        "table_pointers", List.of("line_id", "table_name", "seq", "table_id", "metadata_location"));
    COLUMNS.put("expired_commits", List.of("line_id", "seq"));
  }

  private RowCheck() {}

  /** Returns what is wrong with some row, if anything is. */
  static Optional<String> finding(SqlSession session) throws SQLException {
    for (Map.Entry<String, List<String>> table : COLUMNS.entrySet()) {
      List<String> columns = table.getValue();
      String select = "SELECT " + String.join(", ", columns) + ", checksum FROM " + table.getKey();
      long wrong = session.count(row -> !isRight(row, columns.size()), select);
      if (wrong > 0) {
        return Optional.of(wrong + " rows of " + table.getKey() + " do not match their checksums");
      }
    }
    return Optional.empty();
  }

  private static boolean isRight(ResultSet row, int columns) throws SQLException {
    @Nullable Object[] values = new Object[columns];
    for (int i = 0; i < columns; i++) {
      values[i] = row.getObject(i + 1);
    }
    return row.getLong(columns + 1) == RowChecksum.of(values);
  }
}
