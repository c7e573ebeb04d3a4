package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.NotSupportedException;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a catalog in PostgreSQL: those of {@link Schema}, in a database schema of their
 * own, which is the only one on the search path of each connection. Names are compared byte by byte
 * ({@code COLLATE "C"}), as everywhere. No row is written by every commit, as it would make all
 * processes wait for each other.
 */
final class PostgresSchema {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresSchema.class);

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE store (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            schema_version INTEGER NOT NULL
          )""",
          """
          CREATE TABLE projects (
            project_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name TEXT COLLATE "C" NOT NULL UNIQUE,
            location TEXT NOT NULL,
            created_at BIGINT NOT NULL,
            checksum BIGINT NOT NULL
          )""",
          """
          CREATE TABLE lines (
            line_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            project_id BIGINT NOT NULL REFERENCES projects,
            parent_line BIGINT REFERENCES lines,
            parent_seq BIGINT,
            checksum BIGINT NOT NULL
          )""",
          """
          CREATE TABLE commits (
            line_id BIGINT NOT NULL REFERENCES lines,
            seq BIGINT NOT NULL,
            project_id BIGINT NOT NULL,
            commit_id TEXT COLLATE "C" NOT NULL,
            released_onto TEXT,
            committed_at BIGINT NOT NULL,
            request BYTEA NOT NULL,
            checksum BIGINT NOT NULL,
            PRIMARY KEY (line_id, seq)
          )""",
          "CREATE UNIQUE INDEX commits_by_id ON commits (project_id, commit_id)",
          """
          CREATE TABLE branches (
            project_id BIGINT NOT NULL REFERENCES projects,
            name TEXT COLLATE "C" NOT NULL,
            branch_id TEXT NOT NULL,
            line_id BIGINT NOT NULL REFERENCES lines,
            head TEXT COLLATE "C" NOT NULL,
            checksum BIGINT NOT NULL,
            PRIMARY KEY (project_id, name)
          )""",
          """
          CREATE TABLE operations (
            project_id BIGINT NOT NULL,
            operation_id TEXT COLLATE "C" NOT NULL,
            request_sha256 TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('landed', 'abandoned')),
            checksum BIGINT NOT NULL,
            PRIMARY KEY (project_id, operation_id)
          )""",
          """
          CREATE TABLE table_pointers (
            line_id BIGINT NOT NULL,
            table_name TEXT COLLATE "C" NOT NULL,
            seq BIGINT NOT NULL,
            table_id TEXT,
            metadata_location TEXT,
            checksum BIGINT NOT NULL,
            PRIMARY KEY (line_id, table_name, seq)
          )""",
          """
          CREATE TABLE expired_commits (
            line_id BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            checksum BIGINT NOT NULL,
            PRIMARY KEY (line_id, seq)
          )""",
          "INSERT INTO store (only_row, schema_version) VALUES (1, " + Schema.VERSION + ")");

  /** Held while a schema is looked at and created; the number says "landfall" in ASCII. */
  private static final String LOCK = "SELECT pg_advisory_xact_lock(7809632219779427436)";

  private static final String COUNT_SCHEMAS = "SELECT COUNT(*) FROM pg_namespace WHERE nspname = ?";
  private static final String COUNT_TABLES =
      "SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE n.nspname = ? AND c.relkind IN ('r', 'p', 'v', 'm', 'f')";
  private static final String COUNT_STORE_COLUMNS =
      "SELECT COUNT(*) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
          + " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?"
          + " AND c.relname = 'store' AND a.attname IN ('only_row', 'schema_version')";
  private static final String ENCODING = "SELECT current_setting('server_encoding')";

  private PostgresSchema() {}

  /**
   * Creates the tables where there are none; leaves others as they are. Processes that do it at
   * once wait for each other.
   *
   * @throws NotSupportedException if the database cannot hold every name
   */
  static void createIfEmpty(SqlSession session, String schema, String where) throws SQLException {
    if (count(session, COUNT_TABLES, schema) > 0) {
      return;
    }
    requireUtf8(session, where);
    session.execute("BEGIN");
    session.execute(LOCK);
    if (count(session, COUNT_TABLES, schema) == 0) {
      if (count(session, COUNT_SCHEMAS, schema) == 0) {
        session.execute("CREATE SCHEMA " + schema);
      }
      for (String table : TABLES) {
        session.execute(table);
      }
      LOG.debug("Created a catalog at {}", where);
    }
    session.execute("COMMIT");
  }

  /**
   * Refuses a schema that this version of the engine cannot use.
   *
   * @throws CatalogDamagedException if it is no catalog
   * @throws NotSupportedException if a newer SDK wrote it
   */
  static void check(SqlSession session, String schema, String where) throws SQLException {
    if (count(session, COUNT_STORE_COLUMNS, schema) != 2) {
      throw new CatalogDamagedException(
          "The database schema at "
              + where
              + " is not a Landfall catalog; name another one by currentSchema, or restore the"
              + " catalog from a backup");
    }
    Schema.requireKnownVersion(session, where);
  }

  private static void requireUtf8(SqlSession session, String where) throws SQLException {
    String encoding = session.first(row -> row.getString(1), ENCODING).orElse("unknown");
    if (!encoding.equals("UTF8")) {
      throw new NotSupportedException(
          "The database at "
              + where
              + " has the encoding "
              + encoding
              + "; create one with the encoding UTF8");
    }
  }

  private static long count(SqlSession session, String sql, String schema) throws SQLException {
    return session.first(row -> row.getLong(1), sql, schema).orElse(0L);
  }
}
