package dev.landfall.testkit.simulation;

import dev.landfall.BranchHead;
import dev.landfall.BranchMovedException;
import dev.landfall.Commit;
import dev.landfall.CommitConflictException;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.OutcomeUnknownException;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.Snapshot;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.event.ClientListener;
import dev.landfall.event.Outcome;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.PublishStarted;
import dev.landfall.model.BranchName;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client process: the real SDK over a simulated line, each call of which is recorded. */
final class RecordedClient {

  private final World world;
  private final String name;
  private final ClientCatalog catalog;
  private final Project project;
  private final UpdateListener updates = new UpdateListener();
  private final CommitCopies copies = new CommitCopies();
  private boolean crashed;

  RecordedClient(World world, String name, Stage stage) {
    this.world = world;
    this.name = name;
    this.catalog = stage.connect(name, this::checkAlive);
    this.project =
        LandfallClient.builder()
            .catalog(catalog)
            .retryPolicy(world.conditions.retries())
            .listener(updates)
            .build()
            .project(Stage.PROJECT);
  }

  String name() {
    return name;
  }

  Project project() {
    return project;
  }

  /** Ends the process; it stops at what it does next. */
  void crash() {
    crashed = true;
  }

  boolean hasCrashed() {
    return crashed;
  }

  void checkAlive() {
    if (crashed) {
      throw new ProcessCrash();
    }
  }

  PublishResult publish(FrozenCommit commit) {
    Holder<PublishResult> result = new Holder<>();
    record(
        commit,
        new Call.Publish(commit.operationId()),
        () -> answer(result.set(commit.tryPublish())));
    return result.get();
  }

  void recover(FrozenCommit commit) {
    record(
        commit,
        new Call.Recover(commit.operationId()),
        () ->
            orLost(
                () ->
                    commit
                        .recover()
                        .<Answer>map(RecordedClient::landed)
                        .orElseGet(Answer.NoRecord::new)));
  }

  void abandon(FrozenCommit commit) {
    record(
        commit,
        new Call.Abandon(commit.operationId()),
        () ->
            orLost(
                () ->
                    commit
                        .abandon()
                        .<Answer>map(RecordedClient::landed)
                        .orElseGet(Answer.Abandoned::new)));
  }

  Optional<BranchHead> pin(String branch) {
    Holder<BranchHead> pinned = new Holder<>();
    record(
        new Call.ReadHead(new BranchName(branch)),
        () -> orLost(() -> head(pinned.set(project.branch(branch)))));
    return pinned.found();
  }

  void createBranch(String branch, CommitId from) {
    record(
        new Call.CreateBranch(new BranchName(branch), from),
        () -> orLost(() -> head(project.createBranch(branch, from))));
  }

  void deleteBranch(String branch, CommitId expectedHead) {
    record(
        new Call.DeleteBranch(new BranchName(branch), expectedHead),
        () ->
            orLost(
                () -> {
                  try {
                    project.deleteBranch(branch, expectedHead);
                    return new Answer.Deleted();
                  } catch (BranchMovedException e) {
                    return new Answer.BranchMoved(e.actualHead().orElse(null));
                  }
                }));
  }

  void readTables(Snapshot snapshot) {
    record(
        new Call.ReadTables(snapshot.commitId()),
        () ->
            orLost(
                () -> {
                  Map<TableName, SeenTable> seen = new HashMap<>();
                  List<TableName> names = snapshot.tables().toList();
                  for (TableName table : names) {
                    Optional<TableEntry> entry = snapshot.findEntry(table.qualified());
                    entry.ifPresent(
                        found -> seen.put(table, VersionFiles.see(found.metadataLocation())));
                  }
                  return new Answer.Tables(seen);
                }));
  }

  /** Runs the SDK's own update loop, whose publishes the listener records. */
  void update(String branch, Function<BranchHead, Commit> work) {
    updates.on = true;
    try {
      BranchHead made = project.update(branch, work);
      updates.recovered(made.commitId());
    } catch (BranchMovedException | CommitConflictException | OutcomeUnknownException e) {
      // The listener has recorded it.
    } finally {
      updates.on = false;
    }
  }

  private void record(Call call, Supplier<Answer> body) {
    world.recorder.record(name, call, body);
  }

  private void record(FrozenCommit copy, Call call, Supplier<Answer> body) {
    world.recorder.record(name + copies.nameOf(copy), call, body);
  }

  /** Makes an answer also of what a call other than a publish throws. */
  private static Answer orLost(Supplier<Answer> body) {
    try {
      return body.get();
    } catch (UnavailableException | ProtocolException e) {
      return new Answer.Lost();
    } catch (CatalogException e) {
      return new Answer.Failed(e.getClass().getSimpleName(), isAbandoned(e));
    }
  }

  private static Answer landed(Snapshot head) {
    return new Answer.Landed(head.commitId());
  }

  private Answer head(BranchHead head) {
    return new Answer.Head(catalog.lastBranchId(), head.commitId());
  }

  private static boolean isAbandoned(CatalogException e) {
    return e instanceof OperationAbandonedException;
  }

  private static Answer answer(PublishResult result) {
    return result.fold(
        published -> landed(published.head()),
        moved -> new Answer.BranchMoved(moved.actualHead().orElse(null)),
        conflicted -> new Answer.Conflicted(),
        unknown -> new Answer.Unknown(),
        failed ->
            new Answer.Failed(
                failed.error().getClass().getSimpleName(), isAbandoned(failed.error())));
  }

  /** A value that a recorded call leaves behind. */
  private static final class Holder<T> {

    private @Nullable T value;

    T set(T newValue) {
      value = newValue;
      return newValue;
    }

    Optional<T> found() {
      return Optional.ofNullable(value);
    }

    T get() {
      return found().orElseThrow();
    }
  }

  /** Records the publishes that an update loop makes by itself. */
  private final class UpdateListener implements ClientListener {

    private boolean on;
    private int open;
    private @Nullable OperationId operation;
    private @Nullable Outcome outcome;
    private long unknownSince;

    @Override
    public void publishStarted(PublishStarted report) {
      if (on) {
        operation = report.operationId();
        open = world.recorder.begin(name, new Call.Publish(report.operationId()));
      }
    }

    @Override
    public void publishFinished(PublishFinished report) {
      if (on) {
        outcome = report.outcome();
        world.recorder.end(open, answer(report));
        unknownSince = world.recorder.moment();
      }
    }

    /** The loop returned a head; if its last publish had not, it has looked it up. */
    void recovered(CommitId commit) {
      if (operation != null && outcome == Outcome.UNKNOWN) {
        world.recorder.ended(
            name, new Call.Recover(operation), unknownSince, new Answer.Landed(commit));
      }
    }

    private Answer answer(PublishFinished report) {
      return switch (report.outcome()) {
        case PUBLISHED ->
            report.commit() == null ? new Answer.Unknown() : new Answer.Landed(report.commit());
        case BRANCH_MOVED -> new Answer.BranchMoved(null);
        case CONFLICTED -> new Answer.Conflicted();
        case UNKNOWN -> new Answer.Unknown();
        case FAILED -> new Answer.Failed("in an update", false);
      };
    }
  }
}
