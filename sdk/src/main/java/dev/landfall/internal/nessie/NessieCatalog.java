package dev.landfall.internal.nessie;

import static dev.landfall.internal.nessie.NessieApi.at;
import static dev.landfall.internal.nessie.NessieApi.head;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.http.HttpDialect;
import dev.landfall.internal.http.HttpLine;
import dev.landfall.internal.nessie.OperationSearch.Found;
import dev.landfall.internal.storage.Storage;
import dev.landfall.internal.storage.Warehouse;
import dev.landfall.internal.wire.PageToken;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Nessie server as a catalog: commits are Nessie's own, and its other clients see the tables as
 * they see each other's. Safe for use by many threads.
 */
public final class NessieCatalog implements Catalog {

  private static final HttpDialect DIALECT =
      // With the header Nessie says what conflicts. Whatever a repeated request may do twice is
      // refused the second time.
      new HttpDialect(Map.of("Nessie-Client-Spec", "2"), answer -> true);

  private record Known(ProjectName project, CommitId commit) {}

  private record Named(BranchName name, CommitId head) {}

  private static final int REMEMBERED_REQUESTS = 1000;

  private final NessieApi api;
  private final Projects projects;
  private final ProjectBranches branches;
  private final Workings workings;
  private final Settlement settlement;
  private final Recent<Known, CommitInfo> commits = new Recent<>(256);
  private final Recent<CommitId, List<TableEntry>> listings = new Recent<>(4);
  private final Recent<OperationId, PublishRequest> requests = new Recent<>(REMEMBERED_REQUESTS);
  private final AtomicBoolean closed = new AtomicBoolean();

  private NessieCatalog(NessieApi api, Projects projects, InstantSource clock, Storage storage) {
    this.api = api;
    this.projects = projects;
    this.workings = Workings.of(api, projects, clock, storage);
    this.branches = workings.branches();
    this.settlement = new Settlement(api, branches, workings.operations());
  }

  /**
   * Makes a catalog at an address like {@code nessie+http://host:19120/api/v2}. Does no I/O.
   *
   * @param warehouse where the files of projects are placed that are created here; null if the
   *     address says so, or if none are
   * @param storage in which versions are looked for; not closed with the catalog
   * @throws IllegalArgumentException if the address or the warehouse cannot be ones of a catalog
   */
  public static NessieCatalog connect(
      URI address,
      HttpOptions options,
      @Nullable String warehouse,
      InstantSource clock,
      Storage storage) {
    NessieAddress parsed = NessieAddress.of(address);
    Optional<Warehouse> place = Warehouse.oneOf(parsed.warehouse(), warehouse);
    NessieApi api = new NessieApi(HttpLine.open(parsed.api(), options, DIALECT));
    Projects projects = new Projects(api, place, parsed.root(), clock);
    return new NessieCatalog(api, projects, clock, storage);
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(
        EnumSet.of(
            Capability.LIST_VERSIONS,
            Capability.EXPIRE_COMMITS,
            Capability.ANY_BRANCH_NAME,
            Capability.BRANCH_IDENTITY,
            Capability.STORAGE_ACCESS));
  }

  @Override
  public ProjectInfo createProject(ProjectName project) {
    return projects.create(project);
  }

  @Override
  public ProjectInfo project(ProjectName project) {
    return projects.require(project);
  }

  @Override
  public Page<ProjectInfo> projects(PageRequest page) {
    PageToken tokens = PageToken.of("projects");
    String after = tokens.place(page, "");
    List<ProjectInfo> read =
        projects.names().stream()
            .filter(name -> name.value().compareTo(after) > 0)
            .limit(page.size() + 1L)
            .map(projects::require)
            .toList();
    return tokens.after(read, page, info -> info.name().value());
  }

  @Override
  public BranchState branch(ProjectName project, BranchName branch) {
    ProjectInfo info = projects.require(project);
    String reference = branches.of(project, branch);
    CommitInfo head =
        api.history(head(reference), 1)
            .map(entries -> newest(project, entries))
            .orElseThrow(() -> noBranch(project, branch));
    return state(info, branch, head);
  }

  @Override
  public Page<BranchState> branches(ProjectName project, PageRequest page) {
    ProjectInfo info = projects.require(project);
    PageToken tokens = PageToken.of("branches", project.value());
    String after = tokens.place(page, "");
    List<BranchState> read = new ArrayList<>();
    branches.list(project).stream()
        .flatMap(each -> named(project, each))
        .filter(each -> after.isEmpty() || each.name().compareTo(new BranchName(after)) > 0)
        .sorted(Comparator.comparing(Named::name))
        .limit(page.size() + 1L)
        .forEach(each -> read.add(state(info, each.name(), require(project, each.head()))));
    return tokens.after(read, page, state -> state.name().value());
  }

  @Override
  public BranchState createBranch(ProjectName project, BranchName branch, CommitId from) {
    ProjectInfo info = projects.require(project);
    String reference = branches.of(project, branch);
    CommitInfo head = require(project, from);
    if (!api.create(reference, "BRANCH", from)) {
      throw new AlreadyExistsException(
          "Project '" + project + "' has a branch '" + branch + "' already");
    }
    return state(info, branch, head);
  }

  @Override
  public DeleteBranchAnswer deleteBranch(
      ProjectName project, BranchName branch, CommitId expectedHead) {
    projects.require(project);
    String reference = branches.of(project, branch);
    CommitId actual = headOf(project, branch);
    if (!actual.equals(expectedHead)) {
      return new DeleteBranchAnswer.BranchMoved(actual);
    }
    // The tag keeps its commits from Nessie's garbage collection, and its operations findable.
    String kept = RefNames.kept(project, branch, expectedHead);
    api.create(kept, "TAG", expectedHead);
    return switch (api.delete(reference, expectedHead)) {
      case DONE -> new DeleteBranchAnswer.Deleted();
      case ELSEWHERE -> {
        api.delete(kept, expectedHead);
        yield new DeleteBranchAnswer.BranchMoved(headOf(project, branch));
      }
      case GONE -> throw noBranch(project, branch);
    };
  }

  @Override
  public CommitInfo commit(ProjectName project, CommitId commit) {
    projects.require(project);
    return require(project, commit);
  }

  @Override
  public Page<CommitInfo> log(ProjectName project, CommitId from, PageRequest page) {
    projects.require(project);
    PageToken tokens = PageToken.of("log", project.value(), from.value());
    CommitId first = tokens.place(page, from, CommitId::new);
    // Nessie may give fewer than asked for, but not none.
    PageRequest fewer = new PageRequest(page.token(), Math.min(page.size(), 100));
    List<CommitInfo> read =
        api
            .history(at(first), fewer.size() + 1)
            .orElseThrow(() -> noCommit(project, first))
            .stream()
            .filter(entry -> !CommitMeta.isOfOther(entry, project))
            .map(CommitMeta::info)
            .toList();
    if (read.isEmpty()) {
      throw noCommit(project, first);
    }
    return tokens.from(read, fewer, commit -> commit.id().value());
  }

  @Override
  public Optional<TableEntry> table(ProjectName project, CommitId commit, TableName table) {
    projects.require(project);
    Key key = Key.of(table);
    Content content =
        workings
            .contents()
            .at(commit, Set.of(key))
            .orElseThrow(() -> noCommit(project, commit))
            .get(key);
    return content == null ? Optional.empty() : entry(table, content);
  }

  @Override
  public Page<TableEntry> tables(ProjectName project, CommitId commit, PageRequest page) {
    projects.require(project);
    PageToken tokens = PageToken.of("tables", project.value(), commit.value());
    String after = tokens.place(page, "");
    List<TableEntry> all = listings.get(commit);
    if (all == null) {
      require(project, commit);
      all = listTables(commit);
      listings.put(commit, all);
    }
    List<TableEntry> read =
        all.stream()
            .filter(each -> after.isEmpty() || each.name().compareTo(TableName.of(after)) > 0)
            .limit(page.size() + 1L)
            .toList();
    return tokens.after(read, page, table -> table.name().qualified());
  }

  @Override
  public PublishAnswer publish(PublishRequest request) {
    ProjectInfo project = BeforeEffect.run(() -> projects.require(request.project()));
    CommitContent content = request.content();
    BeforeEffect.run(() -> refuseOther(request));
    requests.put(request.operationId(), request);
    Map<String, MetadataFile> versions;
    try {
      versions = RequestCheck.versions(request, project, workings.files());
    } catch (InvalidRequestException flaw) {
      // Counts only if the request has not landed already.
      return settlement.byOperation(request).orElseThrow(() -> flaw);
    }
    if (!content.branchId().equals(RefNames.branchId(request.project(), content.branch()))) {
      return settlement.byOperation(request).orElseGet(() -> new PublishAnswer.BranchMoved(null));
    }
    return content.comparison() == Comparison.HEAD
        ? new HeadPublish(workings, settlement).publish(request, versions)
        : new ReleasePublish(workings, settlement).publish(request, versions);
  }

  @Override
  public Optional<CommitInfo> findOperation(
      ProjectName project, OperationId operation, String sha256) {
    Optional<PublishRequest> request = remembered(project, operation, sha256);
    if (request.isPresent()) {
      return findOperation(request.get());
    }
    projects.require(project);
    return landed(workings.operations().find(project, operation, sha256));
  }

  @Override
  public Optional<CommitInfo> findOperation(PublishRequest request) {
    projects.require(request.project());
    refuseOther(request);
    return landed(workings.operations().find(request));
  }

  @Override
  public Optional<CommitInfo> abandon(ProjectName project, OperationId operation, String sha256) {
    Optional<PublishRequest> request = remembered(project, operation, sha256);
    if (request.isPresent()) {
      return abandon(request.get());
    }
    projects.require(project);
    return new Abandonment(workings).abandon(project, operation, sha256);
  }

  @Override
  public Optional<CommitInfo> abandon(PublishRequest request) {
    projects.require(request.project());
    refuseOther(request);
    return new Abandonment(workings).abandon(request);
  }

  @Override
  public int removeLeftovers(ProjectName project, Instant before) {
    projects.require(project);
    return new CleanUp(workings).removeOlder(project, before);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      workings.staging().close();
      api.close();
    }
  }

  /**
   * Refuses a request whose operation another one that this process knows has made. On one branch
   * the operation's key sees to that, whoever made it.
   */
  private boolean refuseOther(PublishRequest request) {
    PublishRequest earlier = requests.get(request.operationId());
    if (earlier == null
        || !earlier.project().equals(request.project())
        || earlier.equals(request)) {
      return false;
    }
    String branch = branches.of(earlier);
    Found found =
        workings
            .operations()
            .search(
                head(branch),
                request.operationId(),
                request.sha256(),
                earlier.content().expectedHead());
    return !(found instanceof Found.Nothing);
  }

  private Optional<PublishRequest> remembered(
      ProjectName project, OperationId operation, String sha256) {
    return Optional.ofNullable(requests.get(operation))
        .filter(each -> each.project().equals(project) && each.sha256().equals(sha256));
  }

  /** Tells of the head of a branch, and remembers its changes. */
  private CommitInfo newest(ProjectName project, List<LogEntry> entries) {
    if (entries.isEmpty()) {
      return new CommitInfo(
          NessieApi.NO_ANCESTOR, null, Instant.EPOCH, null, null, Map.of(), List.of());
    }
    LogEntry entry = entries.get(0);
    workings.contents().carry(entry.parent(), entry.hash(), entry.outcome());
    CommitInfo info = CommitMeta.info(entry);
    commits.put(new Known(project, info.id()), info);
    return info;
  }

  private CommitInfo require(ProjectName project, CommitId commit) {
    CommitInfo known = commits.get(new Known(project, commit));
    return known != null
        ? known
        : api.history(at(commit), 1)
            .filter(entries -> entries.stream().anyMatch(each -> each.hash().equals(commit)))
            .filter(entries -> !CommitMeta.isOfOther(entries.get(0), project))
            .map(entries -> newest(project, entries))
            .orElseThrow(() -> noCommit(project, commit));
  }

  private CommitId headOf(ProjectName project, BranchName branch) {
    return api.reference(branches.of(project, branch))
        .map(Reference::hash)
        .orElseThrow(() -> noBranch(project, branch));
  }

  private List<TableEntry> listTables(CommitId commit) {
    List<TableEntry> tables = new ArrayList<>();
    api.entries(at(commit), "entry.contentType == 'ICEBERG_TABLE'")
        .forEach(
            (key, content) ->
                key.tableName().flatMap(name -> entry(name, content)).ifPresent(tables::add));
    tables.sort(Comparator.comparing(TableEntry::name));
    return List.copyOf(tables);
  }

  private Optional<TableEntry> entry(TableName table, Content content) {
    Content.Version version = content.version();
    return version == null
        ? Optional.empty()
        : Optional.of(
            new TableEntry(
                table,
                workings.files().tableId(version.location(), content.id()),
                version.location()));
  }

  private Stream<Named> named(ProjectName project, Reference reference) {
    return branches
        .nameOf(project, reference)
        .map(name -> new Named(name, reference.hash()))
        .stream();
  }

  private static BranchState state(ProjectInfo project, BranchName branch, CommitInfo head) {
    return new BranchState(project, branch, RefNames.branchId(project.name(), branch), head);
  }

  private static Optional<CommitInfo> landed(Found found) {
    return found instanceof Found.Landed landed ? Optional.of(landed.commit()) : Optional.empty();
  }

  private static NotFoundException noBranch(ProjectName project, BranchName branch) {
    return new NotFoundException("Project '" + project + "' has no branch '" + branch + "'");
  }

  private static NotFoundException noCommit(ProjectName project, CommitId commit) {
    return new NotFoundException("Project '" + project + "' has no commit " + commit);
  }
}
