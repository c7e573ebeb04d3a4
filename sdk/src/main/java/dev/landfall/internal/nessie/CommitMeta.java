package dev.landfall.internal.nessie;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is written about a commit of ours into its properties, where it stays as long as the commit
 * does, and how a commit of Nessie's history is told.
 */
final class CommitMeta {

  private static final Logger LOG = LoggerFactory.getLogger(CommitMeta.class);

  private static final String OWN = "landfall.";
  private static final String PROJECT = OWN + "project";
  private static final String BRANCH = OWN + "branch";
  private static final String OPERATION = OWN + "operation-id";
  private static final String SHA256 = OWN + "request-sha256";
  private static final String OUTCOME = OWN + "outcome";
  private static final String CREATED = "created";
  private static final String PUBLISHED = "published";
  private static final String ABANDONED = "abandoned";

  private CommitMeta() {}

  /** Returns the properties of a project's first commit. */
  static Map<String, String> ofProject(ProjectName project) {
    return Map.of(PROJECT, project.value(), OUTCOME, CREATED);
  }

  /** Returns the properties of the commit that a request makes: its own, and ours. */
  static Map<String, String> ofPublish(PublishRequest request) {
    Map<String, String> properties = new TreeMap<>();
    request
        .content()
        .properties()
        .forEach(
            (name, value) ->
                properties.put(name.startsWith(OWN) ? OWN + "property." + name : name, value));
    properties.put(PROJECT, request.project().value());
    properties.put(BRANCH, request.content().branch().value());
    properties.put(OPERATION, request.operationId().toString());
    properties.put(SHA256, request.sha256());
    properties.put(OUTCOME, PUBLISHED);
    return properties;
  }

  /** Returns the properties of the commit that fences an operation. */
  static Map<String, String> ofAbandoned(ProjectName project, OperationId operation) {
    return Map.of(PROJECT, project.value(), OPERATION, operation.toString(), OUTCOME, ABANDONED);
  }

  /** Returns the properties of a commit that removes records. */
  static Map<String, String> ofCleanUp(ProjectName project) {
    return Map.of(PROJECT, project.value());
  }

  /** Returns the condition, in Nessie's language, of the commits that settle an operation. */
  static String isOfOperation(OperationId operation) {
    return is(OPERATION, operation.toString());
  }

  /** Returns the condition of first commits. */
  static String isFirst() {
    return is(OUTCOME, CREATED);
  }

  /** Returns whether the commit fences its operation. */
  static boolean isAbandonment(LogEntry entry) {
    return ABANDONED.equals(entry.properties().get(OUTCOME));
  }

  /** Returns whether the request that made the commit had that digest. */
  static boolean isOfRequest(LogEntry entry, String sha256) {
    return sha256.equals(entry.properties().get(SHA256));
  }

  /** Returns whether the commit is known to be of another project. */
  static boolean isOfOther(LogEntry entry, ProjectName project) {
    String of = entry.properties().get(PROJECT);
    return of != null && !of.equals(project.value());
  }

  /** Tells of a commit that a request made. */
  static CommitInfo info(PublishRequest request, CommitId hash, CommitId parent, Instant at) {
    CommitContent content = request.content();
    return new CommitInfo(
        hash,
        parent,
        at,
        content.operationId(),
        content.message(),
        content.properties(),
        content.changes());
  }

  /**
   * Tells of a commit of the history. One that another client of Nessie made has no operation, and
   * lists no changes: Nessie keeps what it put, but not what there was before.
   */
  static CommitInfo info(LogEntry entry) {
    CommitId parent = entry.parent().equals(NessieApi.NO_ANCESTOR) ? null : entry.parent();
    if (parent == null && CREATED.equals(entry.properties().get(OUTCOME))) {
      return new CommitInfo(
          entry.hash(), null, entry.authorTime(), null, null, Map.of(), List.of());
    }
    Optional<CommitContent> content =
        PUBLISHED.equals(entry.properties().get(OUTCOME)) ? request(entry) : Optional.empty();
    return content
        .map(
            made ->
                new CommitInfo(
                    entry.hash(),
                    parent,
                    entry.authorTime(),
                    made.operationId(),
                    made.message(),
                    made.properties(),
                    made.changes()))
        .orElseGet(() -> foreign(entry, parent));
  }

  private static CommitInfo foreign(LogEntry entry, @Nullable CommitId parent) {
    return new CommitInfo(
        entry.hash(),
        parent,
        entry.commitTime().truncatedTo(ChronoUnit.MILLIS),
        null,
        entry.message().isEmpty() ? null : entry.message(),
        entry.properties(),
        List.of());
  }

  /** Returns the request that made the commit; empty if the commit is a copy of the one it made. */
  private static Optional<CommitContent> request(LogEntry entry) {
    String id = entry.properties().getOrDefault(OPERATION, "");
    Key key = Key.of(RefNames.OPERATIONS + id);
    try {
      return entry.changes().stream()
          .filter(change -> change.key().equals(key) && change.content() != null)
          .map(change -> change.content().text())
          .flatMap(text -> text == null ? null : OperationRecord.read(text).request().stream())
          .filter(
              content ->
                  content.comparison() == Comparison.TABLES
                      || content.expectedHead().equals(entry.parent()))
          .findFirst();
    } catch (RuntimeException e) {
      LOG.warn("The operation record of commit {} is not readable", entry.hash(), e);
      return Optional.empty();
    }
  }

  private static String is(String property, String value) {
    return "'"
        + property
        + "' in commit.properties && commit.properties['"
        + property
        + "'] == '"
        + value
        + "'";
  }
}
