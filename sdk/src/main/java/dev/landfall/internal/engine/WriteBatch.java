package dev.landfall.internal.engine;

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

  private final String where;
  private final WriteContext context;
  private final List<QueuedMutation<?>> members = new ArrayList<>();
  private boolean begun;
  private boolean wrote;

  WriteBatch(String where, WriteContext context) {
    this.where = where;
    this.context = context;
  }

  /**
   * Runs what the source gives, until it gives null.
   *
   * @param unlucky gets the members, without an outcome, if the transaction broke down under more
   *     than one: which of them is to blame shows when each runs alone
   * @return the number of the database commit that has to follow; none if there is nothing to
   *     commit
   */
  OptionalLong run(Supplier<@Nullable QueuedMutation<?>> source, List<QueuedMutation<?>> unlucky) {
    try {
      for (QueuedMutation<?> next = source.get(); next != null; next = source.get()) {
        members.add(next);
        begin();
        applyAlone(next);
      }
      return finish();
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      if (members.size() > 1) {
        unlucky.addAll(members);
      } else {
        members.stream().filter(member -> !member.failed()).forEach(m -> m.fail(definite(e)));
      }
      return OptionalLong.empty();
    }
  }

  /** Commits what was written; returns false if it is unknown now whether it is durable. */
  boolean commit(long sequence, CommitSync sync) {
    try {
      context.mirror().beforeCommit(moving());
      context.reached(Step.COMMIT_ISSUED);
      context.session().execute("COMMIT");
      context.reached(Step.COMMITTED);
      sync.committed(sequence);
      context.mirror().afterCommit(() -> members.forEach(m -> m.reflect(context.mirror())));
      context.reached(Step.MARKED);
      return true;
    } catch (SQLException | RuntimeException | Error e) {
      members.forEach(member -> member.fail(unknown(e)));
      return false;
    }
  }

  private Set<HeadMirror.Branch> moving() {
    return members.stream().flatMap(member -> member.moves().stream()).collect(toSet());
  }

  private void begin() throws SQLException {
    if (!begun) {
      context.session().execute("BEGIN IMMEDIATE");
      begun = true;
      context.reached(Step.BEGUN);
    }
  }

  private void applyAlone(QueuedMutation<?> mutation) throws SQLException {
    SqlSession session = context.session();
    long rowsBefore = session.rowsWritten();
    session.execute("SAVEPOINT mutation");
    try {
      mutation.apply(context);
    } catch (SQLException e) {
      mutation.fail(definite(e));
    }
    if (mutation.failed()) {
      session.execute("ROLLBACK TO mutation");
    } else {
      wrote |= session.rowsWritten() > rowsBefore;
    }
    session.execute("RELEASE mutation");
  }

  private OptionalLong finish() throws SQLException {
    if (!wrote) {
      if (begun) {
        context.session().execute("ROLLBACK");
      }
      return OptionalLong.empty();
    }
    long sequence = Schema.nextSequence(context.session());
    context.reached(Step.SEQUENCE_WRITTEN);
    return OptionalLong.of(sequence);
  }

  /**
   * Takes back what was written. SQLite may have done so already; if neither succeeds, the next
   * transaction cannot begin, so nothing of this one can ever become durable.
   */
  private void rollBack(Throwable reason) {
    if (!begun) {
      return;
    }
    try {
      context.session().execute("ROLLBACK");
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private CatalogException definite(Throwable reason) {
    String task = "write to the catalog at " + where;
    return reason instanceof SQLException e
        ? SqlErrors.definite(task, e)
        : UnavailableException.notSent(
            "Cannot " + task + ", nothing was changed; the same call can be made again", reason);
  }

  private UnavailableException unknown(Throwable reason) {
    return UnavailableException.maybeSent(
        "The database commit at "
            + where
            + " failed ("
            + reason.getMessage()
            + "), so it is not known whether the change is durable; close the catalog, open it"
            + " again and look the operation up",
        reason);
  }
}
