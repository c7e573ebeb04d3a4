package dev.landfall.internal.engine;

import dev.landfall.internal.engine.PointerRows.Pointer;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a commit, in order: a merge of the pointers of the lines that lead to it, where a
 * younger line hides the names of the older ones.
 */
final class TableListing {

  /** The order of names: that of their UTF-8, byte by byte, as the database sorts. */
  static final Comparator<String> ORDER =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private final List<Stretch> youngestFirst;

  private TableListing(List<Stretch> youngestFirst) {
    this.youngestFirst = youngestFirst;
  }

  /** Lists at most {@code limit} tables after a name. */
  static List<TableEntry> after(SqlSession session, Position commit, String name, int limit)
      throws SQLException {
    List<Stretch> stretches = new ArrayList<>();
    for (Position last : LineRows.stretches(session, commit)) {
      stretches.add(new Stretch(session, last, name, limit));
    }
    return new TableListing(stretches).next(limit);
  }

  private List<TableEntry> next(int limit) throws SQLException {
    List<TableEntry> tables = new ArrayList<>();
    while (tables.size() < limit) {
      Optional<Pointer> least = takeLeast();
      if (least.isEmpty()) {
        break;
      }
      Pointer pointer = least.get();
      if (pointer.binding() != null) {
        tables.add(
            new TableEntry(
                TableName.of(pointer.name()),
                pointer.binding().tableId(),
                pointer.binding().metadataLocation()));
      }
    }
    return tables;
  }

  private Optional<Pointer> takeLeast() throws SQLException {
    Pointer least = null;
    for (Stretch stretch : youngestFirst) {
      Pointer pointer = stretch.peek();
      if (pointer != null && (least == null || ORDER.compare(pointer.name(), least.name()) < 0)) {
        least = pointer;
      }
    }
    if (least != null) {
      for (Stretch stretch : youngestFirst) {
        stretch.skip(least.name());
      }
    }
    return Optional.ofNullable(least);
  }

  /** The pointers of one line, fetched some at a time. */
  private static final class Stretch {

    private final SqlSession session;
    private final Position last;
    private final int chunk;
    private final Deque<Pointer> fetched = new ArrayDeque<>();
    private String lastName;
    private boolean exhausted;

    Stretch(SqlSession session, Position last, String afterName, int chunk) {
      this.session = session;
      this.last = last;
      this.chunk = chunk;
      this.lastName = afterName;
    }

    @Nullable Pointer peek() throws SQLException {
      if (fetched.isEmpty() && !exhausted) {
        List<Pointer> next = PointerRows.after(session, last, lastName, chunk);
        exhausted = next.size() < chunk;
        if (!next.isEmpty()) {
          lastName = next.get(next.size() - 1).name();
        }
        fetched.addAll(next);
      }
      return fetched.peek();
    }

    void skip(String name) {
      Pointer pointer = fetched.peek();
      if (pointer != null && pointer.name().equals(name)) {
        fetched.remove();
      }
    }
  }
}
