package dev.landfall.internal.engine;

import dev.landfall.internal.engine.PointerRows.Place;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Deletes the pointers that no reader sees any more after commits have expired. A pointer is seen
 * from its commit on, until the next one of the same name on its line.
 *
 * <p>Commits may land meanwhile, in other processes. They come after all expired commits of their
 * line, and only pointers up to these are looked at.
 */
final class UnseenPointers {

  private static final int PAGE = 1000;

  private final SqlSession session;
  private final long project;

  UnseenPointers(SqlSession session, long project) {
    this.session = session;
    this.project = project;
  }

  void delete() throws SQLException {
    Map<Long, NavigableSet<Long>> readable = ExpiredCommitRows.readableByLine(session, project);
    for (Map.Entry<Long, Long> line : ExpiredCommitRows.newestByLine(session, project).entrySet()) {
      deleteOn(
          line.getKey(), line.getValue(), readable.getOrDefault(line.getKey(), new TreeSet<>()));
    }
  }

  private void deleteOn(long line, long lastExpired, NavigableSet<Long> readable)
      throws SQLException {
    Place place = Place.NONE;
    List<Place> page;
    do {
      page = PointerRows.placesAfter(session, line, place, PAGE);
      for (Place next : page) {
        deleteUnlessSeen(line, place, next, lastExpired, readable);
        place = next;
      }
    } while (page.size() == PAGE);
    deleteUnlessSeen(line, place, Place.NONE, lastExpired, readable);
  }

  private void deleteUnlessSeen(
      long line, Place place, Place next, long lastExpired, NavigableSet<Long> readable)
      throws SQLException {
    if (place.equals(Place.NONE) || place.seq() > lastExpired) {
      return;
    }
    Long reader = readable.ceiling(place.seq());
    boolean hidden = next.name().equals(place.name());
    if (reader == null || (hidden && reader >= next.seq())) {
      PointerRows.delete(session, line, place);
    }
  }
}
