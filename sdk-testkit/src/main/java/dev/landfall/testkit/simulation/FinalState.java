package dev.landfall.testkit.simulation;

import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.Map;

/**
 * What a catalog holds when all callers are done.
 *
 * @param branches the branches that exist
 * @param commits every commit that can be found: on the logs of the branches, by the operation
 *     records, and by any id that a caller was told
 * @param landed the operations that have a record of landing
 * @param tables what commits bind; of those that were looked at
 */
public record FinalState(
    Map<BranchName, Answer.Head> branches,
    List<CommitInfo> commits,
    Map<OperationId, CommitId> landed,
    Map<CommitId, Map<TableName, SeenTable>> tables) {

  /** Copies the collections. */
  public FinalState {
    branches = Map.copyOf(branches);
    commits = List.copyOf(commits);
    landed = Map.copyOf(landed);
    tables = Map.copyOf(tables);
  }
}
