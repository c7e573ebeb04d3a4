package dev.landfall.internal.nessie;

import dev.landfall.catalog.NotSupportedException;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How projects and branches are named in a Nessie repository. Branch {@code main} of project {@code
 * demo} is the Nessie branch {@code demo/main}; that of the project which has the repository's own
 * branches is {@code main}. Everything else lies below {@code landfall/}:
 *
 * <ul>
 *   <li>{@code landfall/projects/demo}, a tag: the project exists, its record is at the tag
 *   <li>{@code landfall/root}, a tag: which project has the repository's own branches
 *   <li>{@code landfall/staging/demo/...}, branches on which commits are prepared
 *   <li>{@code landfall/kept/demo/...}, tags that keep the commits of deleted branches
 * </ul>
 */
final class RefNames {

  static final String PROJECTS = "landfall/projects/";

  /** Exists once, so that the repository's own branches are of one project only. */
  static final String ROOT = "landfall/root";

  /** Of the content that holds a project's record. */
  static final Key PROJECT_KEY = Key.of("landfall-project");

  /** What the keys of operations' records begin with. */
  static final String OPERATIONS = "landfall-operation-";

  private static final Pattern ALLOWED =
      Pattern.compile("[A-Za-z]((?!\\.\\.)[A-Za-z0-9./_-])*[A-Za-z0-9_-]");

  private RefNames() {}

  /**
   * Returns the Nessie branch of a branch.
   *
   * @throws NotSupportedException if Nessie takes no such name
   */
  static String branch(ProjectName project, BranchName branch) {
    return checked(project.value() + "/" + branch, "branch", branch.value());
  }

  /**
   * Returns the Nessie branch of a branch of the project that has the repository's own ones.
   *
   * @throws NotSupportedException if Nessie takes no such name, or it is one of another project
   */
  static String rootBranch(BranchName branch) {
    if (branch.value().contains("/")) {
      throw new NotSupportedException(
          "Cannot use branch '"
              + branch
              + "' of the project that has the Nessie repository's own branches: those with a slash"
              + " are of other projects; choose a name without one");
    }
    return checked(branch.value(), "branch", branch.value());
  }

  /** Returns what the names of a project's branches begin with. */
  static String branches(ProjectName project) {
    return project.value() + "/";
  }

  /**
   * Returns the tag of a project.
   *
   * @throws NotSupportedException if its branches could have no names in Nessie
   */
  static String project(ProjectName project) {
    checked(branches(project) + "main", "project", project.value());
    if (project.value().equals("landfall")) {
      throw new NotSupportedException(
          "Cannot use project 'landfall' in Nessie: the references below landfall/ are the"
              + " catalog's own; choose another name");
    }
    return PROJECTS + project.value();
  }

  /** Returns what the names of a project's staging branches begin with. */
  static String staging(ProjectName project) {
    return "landfall/staging/" + project.value() + "/";
  }

  /** Returns a staging branch that nobody else knows; its name tells when it was made. */
  static String newStaging(ProjectName project, Instant now) {
    return staging(project) + now.toEpochMilli() + "-" + UUID.randomUUID();
  }

  /** Returns when a staging branch was made; empty if its name does not tell. */
  static Optional<Instant> madeAt(ProjectName project, String staging) {
    String name = staging.substring(staging(project).length());
    int end = name.indexOf('-');
    try {
      return Optional.of(Instant.ofEpochMilli(Long.parseLong(name, 0, Math.max(end, 0), 10)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns what the names of the tags begin with that keep the deleted branches of a project. */
  static String kept(ProjectName project) {
    return "landfall/kept/" + project.value() + "/";
  }

  /** Returns what the names of the tags begin with that keep deleted branches of one name. */
  static String kept(ProjectName project, BranchName branch) {
    return kept(project) + branch + "/";
  }

  /** Returns the tag that keeps a deleted branch. */
  static String kept(ProjectName project, BranchName branch, CommitId head) {
    return kept(project, branch) + head;
  }

  /** Returns the id of a branch. Nessie has none, so that a branch made again has it too. */
  static UUID branchId(ProjectName project, BranchName branch) {
    String name = "landfall branch in nessie: " + project + "/" + branch;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the key of an operation's record. */
  static Key operation(OperationId operation) {
    return Key.of(OPERATIONS + operation);
  }

  private static String checked(String reference, String what, String name) {
    if (!ALLOWED.matcher(reference).matches()) {
      throw new NotSupportedException(
          "Cannot use "
              + what
              + " '"
              + name
              + "' in Nessie: a name there begins with a letter, and has only ASCII letters,"
              + " digits, '.', '/', '_' and '-', and no '..' or '.' at its end; choose such a name");
    }
    return reference;
  }
}
