package dev.landfall.internal.engine;

import dev.landfall.model.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table of pointers: what each commit bound a table name to. */
final class PointerRows {

  /** What a name is bound to: a table and its version. */
  record Binding(UUID tableId, String metadataLocation) {}

  /** A name, and its binding after some commit; none if the commit unbound it. */
  record Pointer(String name, @Nullable Binding binding) {}

  private static final String AT =
      "SELECT table_name, table_id, metadata_location FROM table_pointers"
          + " WHERE line_id = ? AND table_name = ? AND seq <= ? ORDER BY seq DESC LIMIT 1";

  private static final String INSERT =
      "INSERT INTO table_pointers (line_id, table_name, seq, table_id, metadata_location)"
          + " VALUES (?, ?, ?, ?, ?)";

  private PointerRows() {}

  /** Looks up what a commit binds to a name, walking back over the lines that lead to it. */
  static Optional<Binding> find(SqlSession session, Position commit, TableName name)
      throws SQLException {
    Optional<Position> last = Optional.of(commit);
    while (last.isPresent()) {
      Position stretch = last.get();
      Optional<Pointer> pointer =
          session.first(PointerRows::read, AT, stretch.line(), name.qualified(), stretch.seq());
      if (pointer.isPresent()) {
        return Optional.ofNullable(pointer.get().binding());
      }
      last = LineRows.parent(session, stretch.line());
    }
    return Optional.empty();
  }

  /**
   * Lists the pointers of one line as they were at a commit of it: at most {@code limit} names
   * after the given one, in the order of the bytes of their UTF-8.
   */
  static List<Pointer> after(SqlSession session, Position commit, String name, int limit)
      throws SQLException {
    long line = commit.line();
    return session.list(
        PointerRows::read,
        session.dialect().pointersAfterName(),
        line,
        name,
        line,
        line,
        line,
        commit.seq(),
        limit);
  }

  static void insert(SqlSession session, Position commit, TableName name, @Nullable Binding binding)
      throws SQLException {
    session.write(
        INSERT,
        commit.line(),
        name.qualified(),
        commit.seq(),
        binding == null ? null : binding.tableId().toString(),
        binding == null ? null : binding.metadataLocation());
  }

  private static Pointer read(ResultSet row) throws SQLException {
    String tableId = row.getString(2);
    return new Pointer(
        row.getString(1),
        tableId == null ? null : new Binding(UUID.fromString(tableId), row.getString(3)));
  }
}
