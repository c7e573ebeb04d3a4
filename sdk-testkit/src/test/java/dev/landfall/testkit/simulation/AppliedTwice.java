package dev.landfall.testkit.simulation;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.engine.Step;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A planted bug: a request that has landed is answered as it should be, but its tables are put on
 * the head once more, whatever others have published there meanwhile.
 */
final class AppliedTwice implements Seams {

  private @Nullable PublishRequest replayed;

  @Override
  public Catalog serverSide(Catalog engine) {
    replayed = null;
    return new ForwardingCatalog(engine) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        Optional<CommitInfo> first =
            super.findOperation(request.project(), request.operationId(), request.sha256());
        if (first.isEmpty()) {
          return super.publish(request);
        }
        replayed = request;
        try {
          again(engine, request).ifPresent(super::publish);
        } catch (CatalogException e) {
          // The branch is gone, so it does not land again.
        } finally {
          replayed = null;
        }
        return new PublishAnswer.Published(first.get(), true);
      }
    };
  }

  @Override
  public void reached(Step step, Connection connection) throws SQLException {
    if (replayed != null && step == Step.BEGUN) {
      write(connection, "DELETE FROM operations WHERE operation_id = ?", operation(replayed));
    } else if (replayed != null && step == Step.SEQUENCE_WRITTEN) {
      write(
          connection,
          "UPDATE operations SET request_sha256 = ? WHERE operation_id = ?",
          replayed.sha256(),
          operation(replayed));
      Checksums.renew(connection, "operations", "project_id, operation_id, request_sha256, state");
    }
  }

  private static Optional<PublishRequest> again(Catalog engine, PublishRequest request) {
    CommitContent content = request.content();
    CommitId head = engine.branch(content.project(), content.branch()).head().id();
    List<Change> changes =
        content.changes().stream().flatMap(change -> again(engine, request, head, change)).toList();
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    CommitContent changed =
        new CommitContent(
            content.project(),
            content.branch(),
            content.branchId(),
            head,
            content.operationId(),
            content.message(),
            content.properties(),
            changes);
    return Optional.of(new PublishRequest(CommitContentCodec.encode(changed), changed));
  }

  private static Stream<Change> again(
      Catalog engine, PublishRequest request, CommitId head, Change change) {
    if (change instanceof Change.Update update) {
      return put(
          engine, request, head, update.table(), update.tableId(), update.metadataLocation());
    } else if (change instanceof Change.Create create) {
      return put(
          engine, request, head, create.table(), create.tableId(), create.metadataLocation());
    }
    return Stream.empty();
  }

  private static Stream<Change> put(
      Catalog engine,
      PublishRequest request,
      CommitId head,
      TableName table,
      UUID tableId,
      String location) {
    return engine
        .table(request.project(), head, table)
        .filter(bound -> bound.tableId().equals(tableId))
        .<Change>map(bound -> new Change.Update(table, tableId, bound.metadataLocation(), location))
        .stream();
  }

  private static String operation(PublishRequest request) {
    return request.operationId().toString();
  }

  private static void write(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }
}
