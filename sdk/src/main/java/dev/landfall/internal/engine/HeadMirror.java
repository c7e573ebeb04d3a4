package dev.landfall.internal.engine;

import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The heads of branches, and tables at them, in the memory of the one process that writes: answers
 * what it knows, and else asks the database and remembers. Safe for use by many threads; an answer
 * from memory takes no lock.
 *
 * <p>It is never behind the database. The branches that a database commit moves are forgotten
 * before it and known again after it, and nothing that was read while anything changed is
 * remembered. A table is asked for at a commit, so that whoever has a head sees all of its tables
 * or, with an older head, none.
 */
final class HeadMirror {

  /** A branch of a project. */
  record Branch(long project, BranchName name) {}

  private record Commit(long project, CommitId id) {}

  private static final int MOST_TABLES = 100_000;

  private final boolean kept;
  private final ConcurrentMap<Branch, MirroredBranch> branches = new ConcurrentHashMap<>();
  private final ConcurrentMap<Commit, MirroredBranch> heads = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<Branch, MirroredBranch> suspended = new HashMap<>();
  private boolean committing;
  private long commits;

  private HeadMirror(boolean kept) {
    this.kept = kept;
  }

  /** Makes the mirror of a database that only this process writes to. */
  static HeadMirror empty() {
    return new HeadMirror(true);
  }

  /** Makes a mirror that knows nothing, for a database that others write to. */
  static HeadMirror off() {
    return new HeadMirror(false);
  }

  /** Returns the head of a branch. */
  BranchState branch(Branch branch, Supplier<BranchState> database) {
    MirroredBranch known = branches.get(branch);
    if (known != null) {
      return known.state();
    }
    long before = commitsSoFar();
    BranchState read = database.get();
    rememberUnlessChanged(branch, read, before);
    return read;
  }

  /** Returns what a commit binds to a name. */
  Optional<TableEntry> table(
      long project, CommitId commit, TableName name, Supplier<Optional<TableEntry>> database) {
    MirroredBranch branch = heads.get(new Commit(project, commit));
    return branch == null ? database.get() : branch.table(commit, name, database);
  }

  /** Forgets the heads that a database commit is about to move. */
  void beforeCommit(Collection<Branch> moving) {
    if (!kept) {
      return;
    }
    lock.lock();
    try {
      committing = true;
      for (Branch branch : moving) {
        MirroredBranch known = branches.remove(branch);
        if (known != null) {
          suspended.put(branch, known);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes over what has been committed. After a commit of which nobody knows whether it is durable
   * this is not called: the database alone answers for its branches then.
   *
   * @param reflection calls {@link #moved} and {@link #deleted}
   */
  void afterCommit(Runnable reflection) {
    if (!kept) {
      return;
    }
    lock.lock();
    try {
      reflection.run();
      branches.putAll(suspended);
      suspended.clear();
      commits++;
      committing = false;
    } finally {
      lock.unlock();
    }
  }

  /** Takes over the next commit of a branch. */
  void moved(Branch branch, BranchState state, List<Change> changes) {
    MirroredBranch known = suspended.get(branch);
    if (known != null) {
      heads.remove(headOf(branch, known), known);
    }
    if (known == null || known.tables() > MOST_TABLES) {
      known = new MirroredBranch(state, MOST_TABLES);
      suspended.put(branch, known);
    } else {
      known.advance(state, changes);
    }
    heads.put(headOf(branch, known), known);
  }

  /** Forgets a branch that is gone. */
  void deleted(Branch branch) {
    MirroredBranch known = suspended.remove(branch);
    if (known != null) {
      heads.remove(headOf(branch, known), known);
    }
  }

  private long commitsSoFar() {
    lock.lock();
    try {
      return commits;
    } finally {
      lock.unlock();
    }
  }

  private void rememberUnlessChanged(Branch branch, BranchState read, long before) {
    lock.lock();
    try {
      if (kept && !committing && commits == before && !branches.containsKey(branch)) {
        MirroredBranch known = new MirroredBranch(read, MOST_TABLES);
        heads.put(headOf(branch, known), known);
        branches.put(branch, known);
      }
    } finally {
      lock.unlock();
    }
  }

  private static Commit headOf(Branch branch, MirroredBranch mirrored) {
    return new Commit(branch.project(), mirrored.state().head().id());
  }
}
