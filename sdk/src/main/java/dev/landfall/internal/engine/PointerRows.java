package dev.landfall.internal.engine;

import dev.landfall.internal.bindings.Binding;
import dev.landfall.model.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table of pointers: what each commit bound a table name to. */
final class PointerRows {

  /** A name, and its binding after some commit; none if the commit unbound it. */
  record Pointer(String name, @Nullable Binding binding) {}

  private static final String AT =
      "SELECT table_name, table_id, metadata_location FROM table_pointers"
          + " WHERE line_id = ? AND table_name = ? AND seq <= ? ORDER BY seq DESC LIMIT 1";

  private static final String INSERT =
      "INSERT INTO table_pointers (line_id, table_name, seq, table_id, metadata_location, checksum)"
          + " VALUES (?, ?, ?, ?, ?, ?)";

  private static final String VERSIONS =
      "SELECT p.line_id, p.table_name, p.seq, p.metadata_location"
          + " FROM table_pointers p JOIN lines l ON l.line_id = p.line_id"
          + " WHERE l.project_id = ? AND p.metadata_location IS NOT NULL"
          + " AND (p.line_id, p.table_name, p.seq) > (?, ?, ?)"
          + " ORDER BY p.line_id, p.table_name, p.seq LIMIT ?";

  private static final String PLACES =
      "SELECT table_name, seq FROM table_pointers WHERE line_id = ? AND (table_name, seq) > (?, ?)"
          + " ORDER BY table_name, seq LIMIT ?";
  private static final String DELETE =
      "DELETE FROM table_pointers WHERE line_id = ? AND table_name = ? AND seq = ?";

  /** Where a pointer lies on its line. */
  record Place(String name, long seq) {

    /** The place before all others. */
    static final Place NONE = new Place("", -1);
  }

  /** A version that some commit bound, and the place of its row among those of a project. */
  record Version(long line, String name, long seq, String metadataLocation) {

    /** The place before all others. */
    static final Version NONE = new Version(-1, "", -1, "");

    String place() {
      return line + " " + seq + " " + name;
    }

    /** Reads a place; refuses any other text with an IllegalArgumentException. */
    static Version ofPlace(String place) {
      String[] parts = place.split(" ", 3);
      if (parts.length < 3) {
        throw new IllegalArgumentException("Not a place: " + place);
      }
      return new Version(Long.parseLong(parts[0]), parts[2], Long.parseLong(parts[1]), "");
    }
  }

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

  /** Lists at most {@code limit} versions after a place, of all commits of a project. */
  static List<Version> versionsAfter(SqlSession session, long project, Version place, int limit)
      throws SQLException {
    return session.list(
        row -> new Version(row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)),
        VERSIONS,
        project,
        place.line(),
        place.name(),
        place.seq(),
        limit);
  }

  /** Lists at most {@code limit} pointers of a line after a place. */
  static List<Place> placesAfter(SqlSession session, long line, Place place, int limit)
      throws SQLException {
    return session.list(
        row -> new Place(row.getString(1), row.getLong(2)),
        PLACES,
        line,
        place.name(),
        place.seq(),
        limit);
  }

  static void delete(SqlSession session, long line, Place place) throws SQLException {
    session.write(DELETE, line, place.name(), place.seq());
  }

  static void insert(SqlSession session, Position commit, TableName name, @Nullable Binding binding)
      throws SQLException {
    session.insert(
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
