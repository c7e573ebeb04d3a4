package dev.landfall.internal.engine;

import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The head of one branch, and the tables at it that are known. Many threads read while one advances
 * it: what they read is numbered, and a reader takes nothing that is newer than the head that it
 * asks about.
 */
final class MirroredBranch {

  private record Head(BranchState state, long number) {}

  /**
   * What a name is bound to since a head.
   *
   * @param entry null if it is bound to nothing, or to what only the database knows
   * @param earlier what it was bound to before, which a reader of the last head may still want
   */
  private record Binding(long since, @Nullable TableEntry entry, @Nullable Binding earlier) {

    @Nullable Binding at(long number) {
      if (since <= number) {
        return this;
      }
      return earlier == null ? null : earlier.at(number);
    }

    Binding withoutEarlier() {
      return new Binding(since, entry, null);
    }
  }

  private final ConcurrentMap<TableName, Binding> bindings = new ConcurrentHashMap<>();
  private final int mostRemembered;
  private volatile Head head;

  MirroredBranch(BranchState state, int mostRemembered) {
    this.head = new Head(state, 0);
    this.mostRemembered = mostRemembered;
  }

  BranchState state() {
    return head.state();
  }

  /** Returns how many names are known. */
  int tables() {
    return bindings.size();
  }

  /**
   * Returns what a commit binds to a name: from memory, if it is the head and the name is known.
   */
  Optional<TableEntry> table(
      CommitId commit, TableName name, Supplier<Optional<TableEntry>> database) {
    Head asked = head;
    if (!asked.state().head().id().equals(commit)) {
      return database.get();
    }
    Binding known = bindings.get(name);
    Binding binding = known == null ? null : known.at(asked.number());
    if (binding != null && binding.entry() != null) {
      return Optional.of(binding.entry());
    }
    Optional<TableEntry> read = database.get();
    read.ifPresent(entry -> remember(entry, asked.number()));
    return read;
  }

  /** Moves on to the next head. Only one thread may call this at a time. */
  void advance(BranchState state, List<Change> changes) {
    long number = head.number() + 1;
    changes.forEach(change -> apply(change, number));
    head = new Head(state, number);
  }

  /** What was read stays true until a later head binds the name anew, and that is in the map. */
  private void remember(TableEntry read, long number) {
    if (bindings.size() >= mostRemembered) {
      return;
    }
    bindings.compute(
        read.name(),
        (name, known) -> {
          boolean news = known == null || (known.entry() == null && known.since() <= number);
          return news ? new Binding(number, read, null) : known;
        });
  }

  private void apply(Change change, long number) {
    if (change instanceof Change.Create create) {
      bind(create.table(), create.tableId(), create.metadataLocation(), number);
    } else if (change instanceof Change.Update update) {
      bind(update.table(), update.tableId(), update.metadataLocation(), number);
    } else if (change instanceof Change.Drop drop) {
      put(drop.table(), null, number);
    } else if (change instanceof Change.Rename rename) {
      put(rename.table(), null, number);
      put(rename.newName(), null, number);
    }
  }

  private void bind(TableName name, UUID tableId, String location, long number) {
    put(name, new TableEntry(name, tableId, location), number);
  }

  private void put(TableName table, @Nullable TableEntry entry, long number) {
    bindings.compute(
        table,
        (name, known) -> {
          Binding earlier = known;
          if (known != null) {
            earlier = known.since() == number ? known.earlier() : known.withoutEarlier();
          }
          return new Binding(number, entry, earlier);
        });
  }
}
