package dev.landfall.internal.wire;

import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.StorageAccess;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The JSON of what a catalog answers. Readers ignore fields that they do not know, so that a newer
 * catalog may say more. Does no I/O; safe for use by many threads.
 */
public final class AnswerCodec {

  private static final String NEXT_PAGE_TOKEN = "nextPageToken";

  private AnswerCodec() {}

  /** Writes a project. */
  public static byte[] encode(ProjectInfo project) {
    return object(project, AnswerCodec::write);
  }

  /**
   * Reads a project.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static ProjectInfo decodeProject(byte[] bytes) {
    return readProject(StrictJson.parse(bytes));
  }

  /** Writes a branch. */
  public static byte[] encode(BranchState branch) {
    return object(branch, AnswerCodec::write);
  }

  /**
   * Reads a branch.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static BranchState decodeBranch(byte[] bytes) {
    return readBranch(StrictJson.parse(bytes));
  }

  /** Writes a commit. */
  public static byte[] encode(CommitInfo commit) {
    return object(commit, AnswerCodec::write);
  }

  /**
   * Reads a commit.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static CommitInfo decodeCommit(byte[] bytes) {
    return readCommit(StrictJson.parse(bytes));
  }

  /** Writes what a commit binds to a table name, which may be nothing. */
  public static byte[] encode(TableName name, Optional<TableEntry> entry) {
    CanonicalJson json = new CanonicalJson().beginObject().field("name", name.qualified());
    entry.ifPresent(found -> object("table", found, json, AnswerCodec::write));
    return json.endObject().toUtf8();
  }

  /**
   * Reads what a commit binds to a table name.
   *
   * @throws WireFormatException if the bytes do not tell, or tell of another name
   */
  public static Optional<TableEntry> decodeTable(byte[] bytes, TableName name) {
    StrictJson json = StrictJson.parse(bytes);
    requireEcho(json, "name", name.qualified());
    return json.optionalObject("table").map(AnswerCodec::readTable);
  }

  /** Writes a page of projects. */
  public static byte[] encodeProjects(Page<ProjectInfo> page) {
    return page("projects", page, AnswerCodec::write);
  }

  /**
   * Reads a page of projects.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static Page<ProjectInfo> decodeProjects(byte[] bytes) {
    return readPage(bytes, "projects", AnswerCodec::readProject);
  }

  /** Writes a page of branches. */
  public static byte[] encodeBranches(Page<BranchState> page) {
    return page("branches", page, AnswerCodec::write);
  }

  /**
   * Reads a page of branches.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static Page<BranchState> decodeBranches(byte[] bytes) {
    return readPage(bytes, "branches", AnswerCodec::readBranch);
  }

  /** Writes a page of commits. */
  public static byte[] encodeCommits(Page<CommitInfo> page) {
    return page("commits", page, AnswerCodec::write);
  }

  /**
   * Reads a page of commits.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static Page<CommitInfo> decodeCommits(byte[] bytes) {
    return readPage(bytes, "commits", AnswerCodec::readCommit);
  }

  /** Writes a page of tables. */
  public static byte[] encodeTables(Page<TableEntry> page) {
    return page("tables", page, AnswerCodec::write);
  }

  /**
   * Reads a page of tables.
   *
   * @throws WireFormatException if the bytes are none
   */
  public static Page<TableEntry> decodeTables(byte[] bytes) {
    return readPage(bytes, "tables", AnswerCodec::readTable);
  }

  /** Writes the answer to a publish that landed. */
  public static byte[] encodePublished(CommitInfo commit, boolean replayed) {
    CanonicalJson json = new CanonicalJson().beginObject();
    object("commit", commit, json, AnswerCodec::write);
    return json.field("replayed", replayed).endObject().toUtf8();
  }

  /**
   * Reads the commit of a publish that landed.
   *
   * @throws WireFormatException if the bytes do not tell
   */
  public static PublishedCommit decodePublished(byte[] bytes) {
    StrictJson json = StrictJson.parse(bytes);
    return new PublishedCommit(readCommit(json.object("commit")), json.bool("replayed"));
  }

  /** Writes the commit that an operation made, if it did. */
  public static byte[] encodeOperation(OperationId operation, Optional<CommitInfo> landed) {
    CanonicalJson json =
        new CanonicalJson()
            .beginObject()
            .field("operationId", operation.toString())
            .field("landed", landed.isPresent());
    landed.ifPresent(commit -> object("commit", commit, json, AnswerCodec::write));
    return json.endObject().toUtf8();
  }

  /**
   * Reads the commit that an operation made, if it did.
   *
   * @throws WireFormatException if the bytes do not tell, contradict themselves, or tell of another
   *     operation: no other text may be taken for "there is no record"
   */
  public static Optional<CommitInfo> decodeOperation(byte[] bytes, OperationId operation) {
    StrictJson json = StrictJson.parse(bytes);
    requireEcho(json, "operationId", operation.toString());
    boolean landed = json.bool("landed");
    Optional<CommitInfo> commit = json.optionalObject("commit").map(AnswerCodec::readCommit);
    if (landed != commit.isPresent()) {
      throw json.invalid("landed", "contradicts the field 'commit'");
    }
    return commit;
  }

  /** Writes how object stores are reached; the bytes hold secrets. */
  public static byte[] encode(StorageAccess access) {
    return new CanonicalJson()
        .beginObject()
        .field("properties", access.properties())
        .optionalField("expiresAt", access.expiresAt().map(Instant::toString).orElse(null))
        .endObject()
        .toUtf8();
  }

  /**
   * Reads how object stores are reached.
   *
   * @throws WireFormatException if the bytes do not tell; its message holds no value of theirs
   */
  public static StorageAccess decodeStorageAccess(byte[] bytes) {
    StrictJson json = StrictJson.parse(bytes);
    Map<String, String> properties = json.texts("properties");
    StorageAccess access = requireValid(json, properties);
    return json.optionalText("expiresAt").isPresent()
        ? access.expiringAt(json.instant("expiresAt"))
        : access;
  }

  /**
   * The answer to a publish that landed.
   *
   * @param replayed whether an earlier send of the request had already landed
   */
  public record PublishedCommit(CommitInfo commit, boolean replayed) {}

  private static void write(ProjectInfo project, CanonicalJson json) {
    json.field("name", project.name().value())
        .field("location", project.location())
        .field("createdAt", project.createdAt().toString());
  }

  private static ProjectInfo readProject(StrictJson json) {
    return new ProjectInfo(
        json.value("name", ProjectName::new), json.text("location"), json.instant("createdAt"));
  }

  private static void write(BranchState branch, CanonicalJson json) {
    object("project", branch.project(), json, AnswerCodec::write);
    json.field("name", branch.name().value()).field("branchId", branch.branchId().toString());
    object("head", branch.head(), json, AnswerCodec::write);
  }

  private static BranchState readBranch(StrictJson json) {
    return new BranchState(
        readProject(json.object("project")),
        json.value("name", BranchName::new),
        json.uuid("branchId"),
        readCommit(json.object("head")));
  }

  private static void write(CommitInfo commit, CanonicalJson json) {
    json.field("id", commit.id().value())
        .optionalField("parent", commit.parent().map(CommitId::value).orElse(null))
        .field("committedAt", commit.committedAt().toString())
        .optionalField("operationId", commit.operationId().map(OperationId::toString).orElse(null))
        .optionalField("message", commit.message().orElse(null))
        .field("properties", commit.properties())
        .beginArray("changes");
    commit.changes().forEach(change -> ChangeCodec.encode(change, json));
    json.endArray();
  }

  private static CommitInfo readCommit(StrictJson json) {
    return new CommitInfo(
        json.value("id", CommitId::new),
        json.optionalValue("parent", CommitId::new).orElse(null),
        json.instant("committedAt"),
        json.optionalValue("operationId", OperationId::of).orElse(null),
        json.optionalText("message").orElse(null),
        json.texts("properties"),
        json.objects("changes").stream().map(ChangeCodec::decode).toList());
  }

  private static void write(TableEntry table, CanonicalJson json) {
    json.field("name", table.name().qualified())
        .field("tableId", table.tableId().toString())
        .field("metadataLocation", table.metadataLocation());
  }

  private static TableEntry readTable(StrictJson json) {
    return new TableEntry(
        json.value("name", TableName::of), json.uuid("tableId"), json.text("metadataLocation"));
  }

  private static <T> byte[] object(T value, BiConsumer<T, CanonicalJson> writer) {
    CanonicalJson json = new CanonicalJson().beginObject();
    writer.accept(value, json);
    return json.endObject().toUtf8();
  }

  private static <T> void object(
      String name, T value, CanonicalJson json, BiConsumer<T, CanonicalJson> writer) {
    json.beginObject(name);
    writer.accept(value, json);
    json.endObject();
  }

  private static <T> byte[] page(String name, Page<T> page, BiConsumer<T, CanonicalJson> writer) {
    CanonicalJson json = new CanonicalJson().beginObject().beginArray(name);
    for (T item : page.items()) {
      json.beginObject();
      writer.accept(item, json);
      json.endObject();
    }
    return json.endArray()
        .optionalField(NEXT_PAGE_TOKEN, page.nextToken().orElse(null))
        .endObject()
        .toUtf8();
  }

  private static <T> Page<T> readPage(byte[] bytes, String name, Function<StrictJson, T> reader) {
    StrictJson json = StrictJson.parse(bytes);
    List<T> items = json.objects(name).stream().map(reader).toList();
    return new Page<>(items, json.optionalText(NEXT_PAGE_TOKEN).orElse(null));
  }

  private static StorageAccess requireValid(StrictJson json, Map<String, String> properties) {
    try {
      return StorageAccess.of(properties);
    } catch (IllegalArgumentException e) {
      throw json.invalid("properties", "is refused: " + e.getMessage());
    }
  }

  private static void requireEcho(StrictJson json, String field, String expected) {
    String value = json.text(field);
    if (!value.equals(expected)) {
      throw json.invalid(field, "is not '" + expected + "', which was asked for");
    }
  }
}
