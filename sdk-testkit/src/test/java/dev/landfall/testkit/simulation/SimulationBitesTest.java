package dev.landfall.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.internal.engine.Step;
import dev.landfall.internal.storage.FileSync;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs that are planted at the seams are found within a bounded number of seeds. */
class SimulationBitesTest {

  private static final int MOST_SEEDS = 400;

  static Stream<Named<Supplier<Seams>>> bugs() {
    return Stream.of(
        Named.of("ambiguity forgotten", AmbiguityForgotten::new),
        Named.of("file not synced", FileNotSynced::new),
        Named.of("acknowledged before the sync", NotSynced::new),
        Named.of("abandon that fences nothing", NoFence::new),
        Named.of("record read as empty", RecordReadAsEmpty::new),
        Named.of("half a commit", HalfACommit::new),
        Named.of("head before operation", HeadBeforeOperation::new),
        Named.of("recover answers today's head", TodaysHead::new),
        Named.of("operation id of each attempt", OperationPerAttempt::new),
        Named.of("mirror ahead of the database commit", MirrorAheadOfCommit::new),
        Named.of("replay applied a second time", AppliedTwice::new),
        Named.of("commit of a deleted branch", BranchIdIgnored::new));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aPlantedBugIsFound(Supplier<Seams> bug) {
    assertThat(isFound(bug)).isTrue();
  }

  private static boolean isFound(Supplier<Seams> bug) {
    try (Simulation simulation = Simulation.open()) {
      for (long seed = 0; seed < MOST_SEEDS; seed++) {
        if (!simulation.run(seed, bug.get()).verdict().isGood()) {
          return true;
        }
      }
      return false;
    }
  }

  private static final class AmbiguityForgotten implements Seams {
    @Override
    public Catalog clientSide(Catalog catalog) {
      return new ForwardingCatalog(catalog) {
        @Override
        public PublishAnswer publish(PublishRequest request) {
          try {
            return super.publish(request);
          } catch (UnavailableException e) {
            throw UnavailableException.notSent("forgotten", e);
          }
        }
      };
    }
  }

  private static final class FileNotSynced implements Seams {
    @Override
    public FileSync fileSync(FileSync disk) {
      return new FileSync() {
        @Override
        public boolean isConcurrent() {
          return false;
        }

        @Override
        public void written(Path file) {
          disk.written(file);
        }

        @Override
        public void syncFile(Path file) {}

        @Override
        public void syncDirectory(Path directory) {}
      };
    }
  }

  private static final class NotSynced implements Seams {
    @Override
    public Durability durability(Durability promised) {
      return Durability.NONE;
    }
  }

  private static final class NoFence implements Seams {
    @Override
    public Catalog serverSide(Catalog engine) {
      return new ForwardingCatalog(engine) {
        @Override
        public Optional<CommitInfo> abandon(
            ProjectName project, OperationId operation, String sha256) {
          return findOperation(project, operation, sha256);
        }
      };
    }
  }

  private static final class RecordReadAsEmpty implements Seams {
    @Override
    public Catalog serverSide(Catalog engine) {
      return new ForwardingCatalog(engine) {
        @Override
        public Optional<CommitInfo> findOperation(
            ProjectName project, OperationId operation, String sha256) {
          return super.findOperation(project, operation, sha256)
              .filter(commit -> commit.parent().isEmpty());
        }
      };
    }
  }

  private static final class HalfACommit implements Seams {
    @Override
    public void reached(Step step, Connection connection) throws SQLException {
      if (step == Step.POINTERS_WRITTEN) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(
              "DELETE FROM table_pointers WHERE (line_id, table_name, seq) IN (SELECT line_id,"
                  + " table_name, seq FROM table_pointers ORDER BY seq DESC LIMIT 1)");
        }
      }
    }
  }

  private static final class HeadBeforeOperation implements Seams {
    @Override
    public Catalog serverSide(Catalog engine) {
      return new ForwardingCatalog(engine) {
        @Override
        public PublishAnswer publish(PublishRequest request) {
          CommitId head = branch(request.project(), request.content().branch()).head().id();
          return request.content().comparison() == Comparison.TABLES
                  || head.equals(request.content().expectedHead())
              ? super.publish(request)
              : new PublishAnswer.BranchMoved(head);
        }
      };
    }
  }

  private static final class TodaysHead implements Seams {
    @Override
    public Catalog serverSide(Catalog engine) {
      return new ForwardingCatalog(engine) {
        @Override
        public Optional<CommitInfo> findOperation(
            ProjectName project, OperationId operation, String sha256) {
          return super.findOperation(project, operation, sha256)
              .map(
                  made ->
                      new CommitInfo(
                          branch(project, BranchName.MAIN).head().id(),
                          made.parent().orElse(null),
                          made.committedAt(),
                          operation,
                          made.message().orElse(null),
                          made.properties(),
                          made.changes()));
        }
      };
    }
  }
}
