package dev.landfall.internal.nessie;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.internal.storage.Warehouse;
import dev.landfall.internal.wire.CanonicalJson;
import dev.landfall.internal.wire.StrictJson;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The projects in a repository. A project is there as soon as its tag is; the tag never moves, so a
 * record is read once. Safe for use by many threads.
 */
final class Projects {

  private final NessieApi api;
  private final Optional<Warehouse> warehouse;
  private final InstantSource clock;
  private final ConcurrentMap<ProjectName, ProjectInfo> known = new ConcurrentHashMap<>();

  Projects(NessieApi api, Optional<Warehouse> warehouse, InstantSource clock) {
    this.api = api;
    this.warehouse = warehouse;
    this.clock = clock;
  }

  /**
   * Returns a project.
   *
   * @throws NotFoundException if there is none of this name
   */
  ProjectInfo require(ProjectName name) {
    ProjectInfo found = known.get(name);
    if (found == null) {
      found = find(name).orElseThrow(() -> notFound(name));
      known.put(name, found);
    }
    return found;
  }

  /** Lists the names of all projects, in their order. */
  List<ProjectName> names() {
    return api.references(RefNames.PROJECTS).stream()
        .map(tag -> new ProjectName(tag.name().substring(RefNames.PROJECTS.length())))
        .sorted()
        .toList();
  }

  /**
   * Creates a project: its first commit, the branch {@code main} at it, and last the tag. What a
   * creation leaves that was cut off before the tag, the next one takes over.
   */
  ProjectInfo create(ProjectName name) {
    String tag = RefNames.project(name);
    if (find(name).isPresent()) {
      throw alreadyExists(name);
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    ProjectInfo info = new ProjectInfo(name, createLocation(name), now);
    CommitId first = commitFirst(info);
    String main = RefNames.branch(name, BranchName.MAIN);
    if (!api.create(main, "BRANCH", first)) {
      first = firstOf(main);
    }
    if (!api.create(tag, "TAG", first)) {
      throw alreadyExists(name);
    }
    return require(name);
  }

  private CommitId commitFirst(ProjectInfo info) {
    String staging = RefNames.newStaging(info.name(), info.createdAt());
    api.create(staging, "BRANCH", NessieApi.NO_ANCESTOR);
    NewCommit commit =
        new NewCommit(
            "Create project " + info.name(),
            info.createdAt(),
            CommitMeta.ofProject(info.name()),
            List.of(
                new CommitOperation.PutNamespace(Key.of("default")),
                new CommitOperation.PutRecord(RefNames.PROJECT_KEY, write(info))));
    if (api.commit(staging, NessieApi.NO_ANCESTOR, commit) instanceof Committed committed) {
      // The commit stays until a garbage collection; until then it gets a branch.
      api.delete(staging, committed.hash());
      return committed.hash();
    }
    throw unexpected("the first commit of a branch was refused");
  }

  /** Returns the first commit of a branch that another creation has made. */
  private CommitId firstOf(String main) {
    return api.search(NessieApi.head(main), CommitMeta.isFirst(), null)
        .flatMap(entries -> entries.stream().reduce((newer, older) -> older))
        .map(LogEntry::hash)
        .orElseThrow(
            () ->
                new AlreadyExistsException(
                    "Cannot create the project: the Nessie branch '"
                        + main
                        + "' exists and is not of a project; choose another name"));
  }

  private String createLocation(ProjectName name) {
    return warehouse
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "Cannot create project '"
                        + name
                        + "' in Nessie: there is no place for its files; set the warehouse, a"
                        + " directory that all processes see at the same path or a place in an"
                        + " object store"))
        .createLocation(name);
  }

  private Optional<ProjectInfo> find(ProjectName name) {
    return api.contents(NessieApi.head(RefNames.project(name)), List.of(RefNames.PROJECT_KEY))
        .map(contents -> contents.byKey().get(RefNames.PROJECT_KEY))
        .map(content -> read(name, content));
  }

  private static String write(ProjectInfo info) {
    return new CanonicalJson()
        .beginObject()
        .field("formatVersion", 1)
        .field("location", info.location())
        .field("createdAt", info.createdAt().toString())
        .endObject()
        .toString();
  }

  private static ProjectInfo read(ProjectName name, Content content) {
    try {
      StrictJson json = StrictJson.parse(content.text() == null ? "" : content.text());
      return new ProjectInfo(name, json.text("location"), json.instant("createdAt"));
    } catch (IllegalArgumentException e) {
      throw unexpected("the record of project '" + name + "' is unreadable: " + e.getMessage());
    }
  }

  private static ProtocolException unexpected(String what) {
    return new ProtocolException("Nessie answered what it should not: " + what, null);
  }

  private static AlreadyExistsException alreadyExists(ProjectName name) {
    return new AlreadyExistsException("There is a project '" + name + "' already");
  }

  private static NotFoundException notFound(ProjectName name) {
    return new NotFoundException(
        "Nessie has no project '" + name + "'; create it, or check the name");
  }
}
