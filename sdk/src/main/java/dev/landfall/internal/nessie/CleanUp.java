package dev.landfall.internal.nessie;

import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.model.ProjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what the catalog itself left in a repository. What became of an operation is found in the
 * properties of its commit, so it is found after this too.
 */
record CleanUp(Workings workings) {

  private static final Logger LOG = LoggerFactory.getLogger(CleanUp.class);

  /** So that no commit gets larger than a publish may be. */
  private static final int BATCH = 1000;

  /**
   * Removes staging branches of processes that ended without it, and the records of operations on
   * all branches that nothing depends on, each if it is older than that.
   *
   * @return how many
   */
  int removeOlder(ProjectName project, Instant before) {
    int removed = workings.staging().removeOlder(project, before);
    for (Reference branch : workings.branches().list(project)) {
      removed += removeRecords(project, branch, before);
    }
    return removed;
  }

  private int removeRecords(ProjectName project, Reference branch, Instant before) {
    List<CommitOperation> deletes = new ArrayList<>();
    workings
        .api()
        .entries(NessieApi.at(branch.hash()), "entry.contentType == 'UDF'")
        .forEach(
            (key, content) -> {
              if (isRemovable(key, content, before)) {
                deletes.add(new CommitOperation.Delete(key));
              }
            });
    for (int i = 0; i < deletes.size(); i += BATCH) {
      NewCommit commit =
          new NewCommit(
              "Remove records of old operations",
              workings.now(),
              CommitMeta.ofCleanUp(project),
              deletes.subList(i, Math.min(i + BATCH, deletes.size())));
      if (!(workings.api().commit(branch.name(), branch.hash(), commit) instanceof Committed)) {
        // Another clean-up was faster.
        return i;
      }
    }
    return deletes.size();
  }

  private static boolean isRemovable(Key key, Content content, Instant before) {
    if (key.elements().size() != 1
        || !key.elements().get(0).startsWith(RefNames.OPERATIONS)
        || content.text() == null) {
      return false;
    }
    try {
      OperationRecord operation = OperationRecord.read(content.text());
      return operation.isDispensable() && operation.recordedAt().isBefore(before);
    } catch (RuntimeException e) {
      LOG.warn("What is at {} is no operation record of this SDK; it is left", key, e);
      return false;
    }
  }
}
