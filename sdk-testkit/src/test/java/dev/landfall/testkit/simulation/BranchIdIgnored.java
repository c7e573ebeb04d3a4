package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.engine.Step;
import dev.landfall.model.BranchName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A planted bug: a branch that was deleted and created again takes a commit that was pinned on the
 * old one. While the engine compares, the branch has the id that the request names.
 */
final class BranchIdIgnored implements Seams {

  /** A request names another branch than the one that has its name. */
  private record Stale(BranchName branch, UUID named, UUID real) {}

  private @Nullable Stale stale;
  private @Nullable Stale disguised;

  @Override
  public Catalog serverSide(Catalog engine) {
    stale = null;
    return new ForwardingCatalog(engine) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        stale = stale(engine, request);
        try {
          return super.publish(request);
        } finally {
          stale = null;
        }
      }
    };
  }

  private static @Nullable Stale stale(Catalog engine, PublishRequest request) {
    try {
      BranchName branch = request.content().branch();
      UUID real = engine.branch(request.project(), branch).branchId();
      UUID named = request.content().branchId();
      return real.equals(named) ? null : new Stale(branch, named, real);
    } catch (NotFoundException e) {
      return null;
    }
  }

  @Override
  public void reached(Step step, Connection connection) throws SQLException {
    if (step == Step.BEGUN) {
      disguised = stale;
      if (disguised != null) {
        name(connection, disguised.branch(), disguised.named());
      }
    } else if (step == Step.SEQUENCE_WRITTEN && disguised != null) {
      name(connection, disguised.branch(), disguised.real());
      Checksums.renew(connection, "branches", "project_id, name, branch_id, line_id, head");
    }
  }

  private static void name(Connection connection, BranchName branch, UUID id) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE branches SET branch_id = ? WHERE name = ?")) {
      statement.setString(1, id.toString());
      statement.setString(2, branch.value());
      statement.executeUpdate();
    }
  }
}
