package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.internal.engine.OperationRows.Operation;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of commits. What a commit says is kept as the bytes that were published. */
final class CommitRows {

  /** The columns that {@link #info} reads, in its order, of a table named c. */
  static final String INFO_COLUMNS =
      "c.seq, c.commit_id, c.released_onto, c.committed_at, c.request";

  private static final String BY_ID =
      "SELECT " + INFO_COLUMNS + " FROM commits c WHERE c.project_id = ? AND c.commit_id = ?";
  private static final String POSITION_BY_ID =
      "SELECT line_id, seq FROM commits WHERE project_id = ? AND commit_id = ?";
  private static final String BACK_FROM =
      "SELECT "
          + INFO_COLUMNS
          + " FROM commits c WHERE c.line_id = ? AND c.seq <= ? ORDER BY c.seq DESC LIMIT ?";
  private static final String INSERT =
      "INSERT INTO commits (line_id, seq, project_id, commit_id, released_onto,"
          + " committed_at, request, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

  private CommitRows() {}

  static Optional<CommitInfo> find(SqlSession session, long project, CommitId id)
      throws SQLException {
    return session.first(row -> info(row, 1), BY_ID, project, id.value());
  }

  static CommitInfo require(SqlSession session, long project, CommitId id) throws SQLException {
    return find(session, project, id).orElseThrow(() -> notFound(id));
  }

  /** Returns the commit that an operation made; empty if the operation is abandoned. */
  static Optional<CommitInfo> landed(
      SqlSession session, long project, Operation operation, String sha256) throws SQLException {
    return operation.abandoned()
        ? Optional.empty()
        : Optional.of(require(session, project, operation.commitOf(sha256)));
  }

  static Optional<Position> position(SqlSession session, long project, CommitId id)
      throws SQLException {
    return session.first(Position::read, POSITION_BY_ID, project, id.value());
  }

  static Position requirePosition(SqlSession session, long project, CommitId id)
      throws SQLException {
    return position(session, project, id).orElseThrow(() -> notFound(id));
  }

  /** Lists at most {@code limit} commits, from one of them back through its parents. */
  static List<CommitInfo> back(SqlSession session, Position from, int limit) throws SQLException {
    List<CommitInfo> commits = new ArrayList<>();
    Optional<Position> last = Optional.of(from);
    while (last.isPresent() && commits.size() < limit) {
      Position stretch = last.get();
      commits.addAll(
          session.list(
              row -> info(row, 1),
              BACK_FROM,
              stretch.line(),
              stretch.seq(),
              limit - commits.size()));
      last = LineRows.parent(session, stretch.line());
    }
    return commits;
  }

  static void insert(
      SqlSession session,
      long project,
      Position position,
      CommitId id,
      @Nullable CommitId releasedOnto,
      Instant committedAt,
      byte[] request)
      throws SQLException {
    session.insert(
        INSERT,
        position.line(),
        position.seq(),
        project,
        id.value(),
        releasedOnto == null ? null : releasedOnto.value(),
        committedAt.toEpochMilli(),
        request);
  }

  /**
   * Reads {@link #INFO_COLUMNS}, and holds the bytes against the id.
   *
   * @throws CatalogDamagedException if they do not belong together
   */
  static CommitInfo info(ResultSet row, int column) throws SQLException {
    long seq = row.getLong(column);
    CommitId id = new CommitId(row.getString(column + 1));
    String releasedOnto = row.getString(column + 2);
    Instant committedAt = Instant.ofEpochMilli(row.getLong(column + 3));
    byte[] request = row.getBytes(column + 4);
    if (!Sha256.hex(request).equals(id.value())) {
      throw new CatalogDamagedException(
          "The bytes of commit " + id + " are not those that were published; restore a backup");
    }
    if (seq == 0) {
      return new CommitInfo(id, null, committedAt, null, null, Map.of(), List.of());
    }
    CommitContent content = decode(id, request);
    CommitId parent = releasedOnto == null ? content.expectedHead() : new CommitId(releasedOnto);
    return info(id, parent, committedAt, content);
  }

  /** Makes the record of a commit of what it says. */
  static CommitInfo info(CommitId id, CommitId parent, Instant committedAt, CommitContent content) {
    return new CommitInfo(
        id,
        parent,
        committedAt,
        content.operationId(),
        content.message(),
        content.properties(),
        content.changes());
  }

  private static CommitContent decode(CommitId id, byte[] request) {
    try {
      return CommitContentCodec.decode(request);
    } catch (InvalidRequestException e) {
      throw new CatalogDamagedException(
          "The request of commit "
              + id
              + " cannot be read; open the catalog with the SDK that wrote it, or a newer one",
          e);
    }
  }

  private static NotFoundException notFound(CommitId id) {
    return new NotFoundException("There is no commit " + id + " in this project; check the id");
  }
}
