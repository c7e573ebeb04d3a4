package dev.landfall.internal.engine;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.NotSupportedException;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a catalog, as SQLite has them.
 *
 * <p>Every commit lies on a <em>line</em> with a sequence number. A branch appends to its own line;
 * creating a branch makes a line that begins after a commit of another one, and copies nothing. A
 * commit has one pointer row per name that it bound or unbound, so what a name was bound to at a
 * commit is the greatest pointer row not after it, on its line or else on the line before. When
 * commits expire, the pointer rows go that no other commit sees; commits and operations stay.
 */
final class Schema {

  /** The version that is written; opening refuses greater ones. */
  static final int VERSION = 1;

  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE store (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            schema_version INTEGER NOT NULL,
            sequence INTEGER NOT NULL            -- grows by one with every database commit
          )""",
          """
          CREATE TABLE projects (
            project_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            location TEXT NOT NULL,
            created_at INTEGER NOT NULL,         -- milliseconds since 1970, as all times here
            checksum INTEGER NOT NULL            -- of the row, without a key that SQLite chose
          )""",
          """
          CREATE TABLE lines (
            line_id INTEGER PRIMARY KEY,
            project_id INTEGER NOT NULL REFERENCES projects,
            parent_line INTEGER REFERENCES lines, -- none for the first line of a project
            parent_seq INTEGER,                   -- the last commit of the parent that counts
            checksum INTEGER NOT NULL
          )""",
          """
          CREATE TABLE commits (
            line_id INTEGER NOT NULL REFERENCES lines,
            seq INTEGER NOT NULL,
            project_id INTEGER NOT NULL,
            commit_id TEXT NOT NULL,             -- the SHA-256 of the request
            released_onto TEXT,                  -- the parent, where the request names another
            committed_at INTEGER NOT NULL,
            request BLOB NOT NULL,               -- the exact bytes that were published
            checksum INTEGER NOT NULL,
            PRIMARY KEY (line_id, seq)
          ) WITHOUT ROWID""",
          "CREATE UNIQUE INDEX commits_by_id ON commits (project_id, commit_id)",
          """
          CREATE TABLE branches (
            project_id INTEGER NOT NULL REFERENCES projects,
            name TEXT NOT NULL,
            branch_id TEXT NOT NULL,             -- not shared with a later branch of the name
            line_id INTEGER NOT NULL REFERENCES lines,
            head TEXT NOT NULL,                  -- a commit_id
            checksum INTEGER NOT NULL,
            PRIMARY KEY (project_id, name)
          ) WITHOUT ROWID""",
          """
          CREATE TABLE operations (
            project_id INTEGER NOT NULL,
            operation_id TEXT NOT NULL,
            request_sha256 TEXT NOT NULL,        -- of a landed operation: its commit_id
            state TEXT NOT NULL CHECK (state IN ('landed', 'abandoned')),
            checksum INTEGER NOT NULL,
            PRIMARY KEY (project_id, operation_id)
          ) WITHOUT ROWID""",
          """
          CREATE TABLE table_pointers (
            line_id INTEGER NOT NULL,
            table_name TEXT NOT NULL,            -- with its namespace
            seq INTEGER NOT NULL,                -- of the commit that bound the name
            table_id TEXT,                       -- none, as the location: the name was unbound
            metadata_location TEXT,
            checksum INTEGER NOT NULL,
            PRIMARY KEY (line_id, table_name, seq)
          ) WITHOUT ROWID""",
          """
          CREATE TABLE expired_commits (         -- those whose tables cannot be read any more
            line_id INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            PRIMARY KEY (line_id, seq)
          ) WITHOUT ROWID""",
          "INSERT INTO store (only_row, schema_version, sequence) VALUES (1, " + VERSION + ", 0)");

  private static final String COUNT_TABLES =
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'";
  private static final String COUNT_STORE = COUNT_TABLES + " AND name = 'store'";
  private static final String SELECT_VERSION = "SELECT schema_version FROM store";
  private static final String SELECT_SEQUENCE = "SELECT sequence FROM store";
  private static final String NEXT_SEQUENCE =
      "UPDATE store SET sequence = sequence + 1 RETURNING sequence";

  private Schema() {}

  static boolean isEmpty(SqlSession session) throws SQLException {
    return count(session, COUNT_TABLES) == 0;
  }

  /** Creates the tables in an empty database; leaves another database as it is. */
  static void createIfEmpty(SqlSession session, String where) throws SQLException {
    if (!isEmpty(session)) {
      return;
    }
    session.execute("BEGIN IMMEDIATE");
    for (String table : TABLES) {
      session.execute(table);
    }
    session.execute("COMMIT");
    LOG.debug("Created a catalog at {}", where);
  }

  /**
   * Refuses a database that this version of the engine cannot use.
   *
   * @throws CatalogDamagedException if it is no catalog
   * @throws NotSupportedException if a newer SDK wrote it
   */
  static void check(SqlSession session, String where) throws SQLException {
    if (count(session, COUNT_STORE) == 0) {
      throw new CatalogDamagedException(
          "The database at "
              + where
              + " is not a Landfall catalog; open another directory, or restore the catalog from a"
              + " backup");
    }
    requireKnownVersion(session, where);
  }

  /**
   * Refuses a catalog by the version that it says it has.
   *
   * @throws CatalogDamagedException if it says none
   * @throws NotSupportedException if a newer SDK wrote it
   */
  static void requireKnownVersion(SqlSession session, String where) throws SQLException {
    long version = session.first(row -> row.getLong(1), SELECT_VERSION).orElse(0L);
    if (version > VERSION) {
      throw new NotSupportedException(
          "The catalog at "
              + where
              + " has schema version "
              + version
              + ", this SDK knows versions up to "
              + VERSION
              + "; open it with a newer Landfall SDK");
    }
    if (version < 1) {
      throw new CatalogDamagedException(
          "The catalog at " + where + " lacks its schema version; restore it from a backup");
    }
  }

  /** Returns the number of the last database commit. */
  static long sequence(SqlSession session) throws SQLException {
    return session
        .first(row -> row.getLong(1), SELECT_SEQUENCE)
        .orElseThrow(() -> new CatalogDamagedException("The catalog lacks its sequence number"));
  }

  /** Counts one more database commit, as a part of it. */
  static long nextSequence(SqlSession session) throws SQLException {
    return session.writeReturning(NEXT_SEQUENCE);
  }

  private static long count(SqlSession session, String sql) throws SQLException {
    return session.first(row -> row.getLong(1), sql).orElse(0L);
  }
}
