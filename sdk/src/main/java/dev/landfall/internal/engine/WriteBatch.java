package dev.landfall.internal.engine;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.UnavailableException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The mutations that share one database transaction, each behind its own savepoint: one that fails
 * is taken back alone. A batch is used once, by one thread.
 */
final class WriteBatch {

  /** Makes the context of a transaction, on a connection that it can be begun on. */
  @FunctionalInterface
  interface Contexts {
    WriteContext open() throws SQLException;
  }

  private final String where;
  private final Dialect dialect;
  private final Contexts contexts;
  private final Rerun rerun;
  private final List<QueuedMutation<?>> members = new ArrayList<>();
  private @Nullable WriteContext begun;
  private boolean holdsLocks;
  private boolean wrote;

  /**
   * Makes an empty batch.
   *
   * @param rerun gets the members that it leaves without an outcome
   */
  WriteBatch(String where, Dialect dialect, Contexts contexts, Rerun rerun) {
    this.where = where;
    this.dialect = dialect;
    this.contexts = contexts;
    this.rerun = rerun;
  }

  /**
   * Runs what the source gives, until it gives null.
   *
   * @return the number of the database commit that has to follow; none if there is nothing to
   *     commit
   */
  OptionalLong run(Supplier<@Nullable QueuedMutation<?>> source, CommitSync sync) {
    try {
      for (QueuedMutation<?> next = source.get(); next != null; next = source.get()) {
        members.add(next);
        applyAlone(begin(), next);
      }
      return finish(sync);
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      breakDown(e);
      return OptionalLong.empty();
    }
  }

  /** Commits what was written; returns false if it is unknown now whether it is durable. */
  boolean commit(long number, CommitSync sync, HeadMirror mirror) {
    WriteContext context = requireNonNull(begun);
    try {
      mirror.beforeCommit(moving());
      context.reached(Step.COMMIT_ISSUED);
      context.session().execute("COMMIT");
      context.reached(Step.COMMITTED);
      sync.committed(number);
      mirror.afterCommit(() -> members.forEach(member -> member.reflect(mirror)));
      context.reached(Step.MARKED);
      return true;
    } catch (SQLException | RuntimeException | Error e) {
      context.session().giveUp();
      members.forEach(member -> member.fail(unknown(e)));
      return false;
    }
  }

  private Set<HeadMirror.Branch> moving() {
    return members.stream().flatMap(member -> member.moves().stream()).collect(toSet());
  }

  private WriteContext begin() throws SQLException {
    if (begun == null) {
      WriteContext context = contexts.open();
      begun = context;
      context.session().execute(dialect.begin());
      context.reached(Step.BEGUN);
    }
    return begun;
  }

  private void applyAlone(WriteContext context, QueuedMutation<?> mutation) throws SQLException {
    SqlSession session = context.session();
    long rowsBefore = session.rowsWritten();
    session.execute("SAVEPOINT mutation");
    if (settle(holdsLocks ? context.withoutWaiting() : context, mutation)) {
      holdsLocks = true;
      wrote |= session.rowsWritten() > rowsBefore;
    } else {
      session.execute("ROLLBACK TO mutation");
    }
    session.execute("RELEASE mutation");
  }

  /** Runs a mutation; returns whether what it did can stay. */
  private boolean settle(WriteContext context, QueuedMutation<?> mutation) {
    try {
      mutation.apply(context);
    } catch (SQLException e) {
      boolean locked = !context.mayWait() && dialect.isLocked(e);
      if (locked || (dialect.isRace(e) && mutation.mayRaceAgain())) {
        members.remove(mutation);
        rerun.add(mutation);
        return false;
      }
      mutation.fail(definite(e));
    }
    if (mutation.broke()) {
      context.session().giveUp();
    }
    return !mutation.failed();
  }

  private OptionalLong finish(CommitSync sync) throws SQLException {
    if (begun == null) {
      return OptionalLong.empty();
    }
    if (!wrote) {
      begun.session().execute("ROLLBACK");
      return OptionalLong.empty();
    }
    long number = sync.next(begun.session());
    begun.reached(Step.SEQUENCE_WRITTEN);
    return OptionalLong.of(number);
  }

  /**
   * Takes back what was written. The database may have done so already; if neither succeeds, the
   * connection is replaced, or else the next transaction cannot begin, so that nothing of this one
   * can ever become durable.
   */
  private void rollBack(Throwable reason) {
    if (begun == null) {
      return;
    }
    try {
      begun.session().execute("ROLLBACK");
    } catch (SQLException e) {
      reason.addSuppressed(e);
      begun.session().giveUp();
    }
  }

  private void breakDown(Throwable reason) {
    if (members.size() > 1) {
      rerun.addAlone(members);
      return;
    }
    boolean connectionLost = begun != null && begun.session().lost();
    for (QueuedMutation<?> member : members) {
      if (connectionLost && !member.broke() && member.mayReconnect()) {
        rerun.add(member);
      } else if (!member.failed()) {
        member.fail(definite(reason));
      }
    }
  }

  private CatalogException definite(Throwable reason) {
    String task = "write to the catalog at " + where;
    return reason instanceof SQLException e
        ? dialect.definite(task, e)
        : UnavailableException.notSent(
            "Cannot " + task + ", nothing was changed; the same call can be made again", reason);
  }

  private UnavailableException unknown(Throwable reason) {
    return UnavailableException.maybeSent(
        "The database commit at "
            + where
            + " failed ("
            + reason.getMessage()
            + "), so it is not known whether the change is durable; "
            + (dialect.canReconnect() ? "" : "close the catalog, open it again and ")
            + "look the operation up",
        reason);
  }
}
