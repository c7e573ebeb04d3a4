package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.internal.engine.Step;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ProjectName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A planted bug: heads are answered from memory before the database commit that moves them. */
final class MirrorAheadOfCommit implements Seams {

  private final Map<String, CommitId> heads = new HashMap<>();

  @Override
  public Catalog serverSide(Catalog engine) {
    heads.clear();
    return new ForwardingCatalog(engine) {
      @Override
      public BranchState branch(ProjectName project, BranchName branch) {
        BranchState durable = super.branch(project, branch);
        CommitId head = heads.getOrDefault(durable.branchId().toString(), durable.head().id());
        return new BranchState(durable.project(), branch, durable.branchId(), named(head));
      }
    };
  }

  @Override
  public void reached(Step step, Connection connection) throws SQLException {
    if (step == Step.SEQUENCE_WRITTEN) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT branch_id, head FROM branches")) {
        while (rows.next()) {
          heads.put(rows.getString(1), new CommitId(rows.getString(2)));
        }
      }
    }
  }

  private static CommitInfo named(CommitId id) {
    return new CommitInfo(id, null, Instant.EPOCH, null, null, Map.of(), List.of());
  }
}
