package dev.landfall.internal.engine;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table of projects. */
final class ProjectRows {

  /** A project and its key in the database. */
  record Project(long id, ProjectInfo info) {}

  private static final String SELECT =
      "SELECT project_id, name, location, created_at FROM projects";
  private static final String BY_NAME = SELECT + " WHERE name = ?";
  private static final String AFTER_NAME = SELECT + " WHERE name > ? ORDER BY name LIMIT ?";
  private static final String INSERT =
      "INSERT INTO projects (name, location, created_at, checksum) VALUES (?, ?, ?, ?)"
          + " RETURNING project_id";

  private ProjectRows() {}

  static Optional<Project> find(SqlSession session, ProjectName name) throws SQLException {
    return session.first(ProjectRows::read, BY_NAME, name.value());
  }

  static Project require(SqlSession session, ProjectName name) throws SQLException {
    return find(session, name)
        .orElseThrow(
            () ->
                new NotFoundException(
                    "There is no project '" + name + "'; create it, or check the name"));
  }

  /** Lists at most {@code limit} projects after a name. */
  static List<ProjectInfo> after(SqlSession session, String name, int limit) throws SQLException {
    return session.list(row -> read(row).info(), AFTER_NAME, name, limit);
  }

  static Project insert(SqlSession session, ProjectInfo info) throws SQLException {
    long id =
        session.insertReturning(
            INSERT, info.name().value(), info.location(), info.createdAt().toEpochMilli());
    return new Project(id, info);
  }

  static AlreadyExistsException alreadyExists(ProjectName name) {
    return new AlreadyExistsException(
        "There is a project '" + name + "' already; use it, or choose another name");
  }

  private static Project read(ResultSet row) throws SQLException {
    return new Project(
        row.getLong(1),
        new ProjectInfo(
            new ProjectName(row.getString(2)),
            row.getString(3),
            Instant.ofEpochMilli(row.getLong(4))));
  }
}
