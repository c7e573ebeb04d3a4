package dev.landfall.internal.engine;

import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.engine.OperationRows.Operation;
import dev.landfall.internal.engine.PointerRows.Version;
import dev.landfall.internal.engine.ProjectRows.Project;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.wire.PageToken;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The port over SQL: reads go to a pool of connections, each mutation to the one writer. Rows of
 * projects, lines, commits and operations never change, so a read needs no database transaction
 * over its statements. Only when commits expire do pointers go, so it is asked after their tables
 * were read whether they have expired.
 */
final class SqlCatalog implements Catalog {

  @FunctionalInterface
  private interface PointerReader<T> {
    T read(SqlSession session, Position commit) throws SQLException;
  }

  private final Store store;
  private final Storage storage;
  private final Readers readers;
  private final @Nullable Writer writer;
  private final HeadMirror mirror;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<ProjectName, Project> projects = new ConcurrentHashMap<>();

  /** Makes a catalog; without a writer it only reads. */
  SqlCatalog(
      Store store, Storage storage, Readers readers, @Nullable Writer writer, HeadMirror mirror) {
    this.store = store;
    this.storage = storage;
    this.readers = readers;
    this.writer = writer;
    this.mirror = mirror;
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.STORAGE_ACCESS));
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    Writer mayWrite = requireWriter();
    // Asked before a directory is made, which may be another one than the project has.
    if (readers.read(session -> ProjectRows.find(session, project)).isPresent()) {
      throw ProjectRows.alreadyExists(project);
    }
    return mayWrite.execute(new CreateProjectMutation(project, store.prepareLocation(project)));
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return require(project).info();
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    PageToken tokens = PageToken.of("projects");
    String after = tokens.place(page, "");
    return tokens.after(
        readers.read(session -> ProjectRows.after(session, after, page.size() + 1)),
        page,
        info -> info.name().value());
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    requireOpen();
    Project found = require(project);
    return mirror.branch(
        new HeadMirror.Branch(found.id(), branch),
        () -> readers.read(session -> BranchRows.requireState(session, found, branch)));
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    Project found = require(project);
    PageToken tokens = PageToken.of("branches", project.value());
    String after = tokens.place(page, "");
    return tokens.after(
        readers.read(session -> BranchRows.after(session, found, after, page.size() + 1)),
        page,
        state -> state.name().value());
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    return requireWriter().execute(new CreateBranchMutation(require(project), branch, from));
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    return requireWriter()
        .execute(new DeleteBranchMutation(require(project), branch, expectedHead));
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    long id = require(project).id();
    return readers.read(session -> CommitRows.require(session, id, commit));
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    long id = require(project).id();
    PageToken tokens = PageToken.of("log", project.value(), from.value());
    CommitId first = tokens.place(page, from, CommitId::new);
    return tokens.from(
        readers.read(
            session -> {
              Position position = CommitRows.requirePosition(session, id, first);
              return CommitRows.back(session, position, page.size() + 1);
            }),
        page,
        commit -> commit.id().value());
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    requireOpen();
    long id = require(project).id();
    return mirror.table(id, commit, table, () -> readTable(id, commit, table));
  }

  private Optional<TableEntry> readTable(long project, CommitId commit, TableName table) {
    return readAt(
            project, commit, (session, position) -> PointerRows.find(session, position, table))
        .map(found -> new TableEntry(table, found.tableId(), found.metadataLocation()));
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    long id = require(project).id();
    PageToken tokens = PageToken.of("tables", project.value(), commit.value());
    String after = tokens.place(page, "");
    return tokens.after(
        readAt(
            id,
            commit,
            (session, position) -> TableListing.after(session, position, after, page.size() + 1)),
        page,
        table -> table.name().qualified());
  }

  @Override
  public Page<String> versions(ProjectName project, PageRequest page) {
    long id = require(project).id();
    PageToken tokens = PageToken.of("versions", project.value());
    Version after = tokens.place(page, Version.NONE, Version::ofPlace);
    Page<Version> versions =
        tokens.after(
            readers.read(session -> PointerRows.versionsAfter(session, id, after, page.size() + 1)),
            page,
            Version::place);
    return new Page<>(
        versions.items().stream().map(Version::metadataLocation).toList(),
        versions.nextToken().orElse(null));
  }

  @Override
  public long expireCommits(ProjectName project, Instant committedBefore) {
    return requireWriter().execute(new ExpireCommitsMutation(require(project), committedBefore));
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    Writer mayWrite = requireWriter();
    Project project = require(request.project());
    return mayWrite.execute(
        new PublishMutation(project, request, RequestCheck.flaw(request, project.info(), storage)));
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    Project found = require(project);
    return readers.read(
        session -> {
          Optional<Operation> row = OperationRows.find(session, found.id(), operation);
          return row.isEmpty()
              ? Optional.empty()
              : CommitRows.landed(session, found.id(), row.get(), sha256);
        });
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    return requireWriter().execute(new AbandonMutation(require(project), operation, sha256));
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Opening.closeLogged(readers);
    try {
      if (writer != null) {
        writer.close();
      }
    } finally {
      Opening.closeLogged(store);
    }
  }

  /** Reads the pointers that a commit sees, or finds that some of them may have gone meanwhile. */
  private <T> T readAt(long project, CommitId commit, PointerReader<T> reader) {
    return readers.read(
        session -> {
          Position position = CommitRows.requirePosition(session, project, commit);
          T read = reader.read(session, position);
          ExpiredCommitRows.requireReadable(session, position, commit);
          return read;
        });
  }

  private void requireOpen() {
    if (closed.get()) {
      throw Readers.closed(store.where());
    }
  }

  private Writer requireWriter() {
    if (writer == null) {
      throw new NotSupportedException(
          "The catalog at " + store.where() + " was opened read-only; open it for writing");
    }
    return writer;
  }

  /** Looks a project up; it never changes or goes, so it is looked up once. */
  private Project require(ProjectName name) {
    Project known = projects.get(name);
    if (known != null) {
      return known;
    }
    Project found = readers.read(session -> ProjectRows.require(session, name));
    projects.put(name, found);
    return found;
  }
}
