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
 * record is read once. One of them may be the root: the repository's own branches are its branches,
 * as its record says, so that every client finds the same ones. Safe for use by many threads.
 */
final class Projects {

  private static final String UNPREFIXED = "unprefixed";

  /** A project, and whether it has the repository's own branches. */
  private record Kept(ProjectInfo info, boolean root) {}

  private final NessieApi api;
  private final Optional<Warehouse> warehouse;
  private final Optional<ProjectName> root;
  private final InstantSource clock;
  private final ConcurrentMap<ProjectName, Kept> known = new ConcurrentHashMap<>();

  /**
   * Does no I/O.
   *
   * @param root the project that is the root if it is created here
   */
  Projects(
      NessieApi api,
      Optional<Warehouse> warehouse,
      Optional<ProjectName> root,
      InstantSource clock) {
    this.api = api;
    this.warehouse = warehouse;
    this.root = root;
    this.clock = clock;
  }

  /**
   * Returns a project.
   *
   * @throws NotFoundException if there is none of this name
   * @throws InvalidRequestException if it was to be the root, but is another one
   */
  ProjectInfo require(ProjectName name) {
    return kept(name).info();
  }

  /**
   * Returns whether a project has the repository's own branches.
   *
   * @throws NotFoundException if there is none of this name
   */
  boolean isRoot(ProjectName name) {
    return kept(name).root();
  }

  private Kept kept(ProjectName name) {
    Kept found = known.get(name);
    if (found == null) {
      found = find(name).orElseThrow(() -> notFound(name));
      if (root.filter(name::equals).isPresent() && !found.root()) {
        throw new InvalidRequestException(
            "Project '"
                + name
                + "' has branches of its own below '"
                + RefNames.branches(name)
                + "', not those of the repository; leave root out of the address");
      }
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
   * creation leaves that was cut off before the tag, the next one takes over. The root leaves the
   * branch {@code main} where it is, unless nothing was ever committed to it.
   */
  ProjectInfo create(ProjectName name) {
    String tag = RefNames.project(name);
    if (find(name).isPresent()) {
      throw alreadyExists(name);
    }
    boolean asRoot = root.filter(name::equals).isPresent();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Kept project = new Kept(new ProjectInfo(name, createLocation(name, asRoot), now), asRoot);
    CommitId made = commitFirst(project);
    CommitId first = asRoot ? beginRoot(name, made) : beginBranches(name, made);
    if (!api.create(tag, "TAG", first)) {
      throw alreadyExists(name);
    }
    return AfterEffect.run(() -> require(name));
  }

  private CommitId beginBranches(ProjectName name, CommitId first) {
    String main = RefNames.branch(name, BranchName.MAIN);
    return api.create(main, "BRANCH", first) ? first : firstOf(main);
  }

  /** Takes the repository's own branches for a project, and returns where its record is. */
  private CommitId beginRoot(ProjectName name, CommitId made) {
    CommitId first = made;
    if (!api.create(RefNames.ROOT, "TAG", made)) {
      first = takenBy(name);
    }
    String main = RefNames.rootBranch(BranchName.MAIN);
    if (!api.create(main, "BRANCH", first)) {
      api.assign(main, NessieApi.NO_ANCESTOR, first);
    }
    return first;
  }

  /** Returns where the record of a creation is that was cut off. */
  private CommitId takenBy(ProjectName name) {
    NessieApi.Contents contents =
        api.contents(NessieApi.head(RefNames.ROOT), List.of(RefNames.PROJECT_KEY))
            .orElseThrow(() -> unexpected("the tag '" + RefNames.ROOT + "' is there and is not"));
    Content record = contents.byKey().get(RefNames.PROJECT_KEY);
    String owner = record == null ? "" : json(RefNames.ROOT, record).text("name");
    if (!owner.equals(name.value())) {
      throw new AlreadyExistsException(
          "Cannot create project '"
              + name
              + "' as the root: the repository's own branches are those of project '"
              + owner
              + "'; use that one");
    }
    return contents.at();
  }

  private CommitId commitFirst(Kept project) {
    ProjectInfo info = project.info();
    String staging = RefNames.newStaging(info.name(), info.createdAt());
    api.create(staging, "BRANCH", NessieApi.NO_ANCESTOR);
    NewCommit commit =
        new NewCommit(
            "Create project " + info.name(),
            info.createdAt(),
            CommitMeta.ofProject(info.name()),
            List.of(
                new CommitOperation.PutNamespace(Key.of("default")),
                new CommitOperation.PutRecord(RefNames.PROJECT_KEY, write(project))));
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

  /**
   * The files of the root lie in the warehouse itself, as those of the tables do that are there.
   */
  private String createLocation(ProjectName name, boolean asRoot) {
    Warehouse place =
        warehouse.orElseThrow(
            () ->
                new InvalidRequestException(
                    "Cannot create project '"
                        + name
                        + "' in Nessie: there is no place for its files; set the warehouse, a"
                        + " directory that all processes see at the same path or a place in an"
                        + " object store"));
    return asRoot ? place.create() : place.createLocation(name);
  }

  private Optional<Kept> find(ProjectName name) {
    return api.contents(NessieApi.head(RefNames.project(name)), List.of(RefNames.PROJECT_KEY))
        .map(contents -> contents.byKey().get(RefNames.PROJECT_KEY))
        .map(content -> read(name, content));
  }

  private static String write(Kept project) {
    ProjectInfo info = project.info();
    return new CanonicalJson()
        .beginObject()
        .field("formatVersion", 1)
        .field("name", info.name().value())
        .field("location", info.location())
        .field("createdAt", info.createdAt().toString())
        .optionalField("branches", project.root() ? UNPREFIXED : null)
        .endObject()
        .toString();
  }

  private static Kept read(ProjectName name, Content content) {
    StrictJson json = json(name.value(), content);
    try {
      return new Kept(
          new ProjectInfo(name, json.text("location"), json.instant("createdAt")),
          json.optionalText("branches").filter(UNPREFIXED::equals).isPresent());
    } catch (IllegalArgumentException e) {
      throw unreadable(name.value(), e);
    }
  }

  private static StrictJson json(String of, Content content) {
    try {
      return StrictJson.parse(content.text() == null ? "" : content.text());
    } catch (IllegalArgumentException e) {
      throw unreadable(of, e);
    }
  }

  private static ProtocolException unreadable(String of, IllegalArgumentException cause) {
    return unexpected("the record of project '" + of + "' is unreadable: " + cause.getMessage());
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
