package dev.landfall.examples.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown, for a terminal and for a page. */
final class TextTable {

  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String... titles) {
    rows.add(List.of(titles));
  }

  void add(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows.size(); row++) {
      text.append(line(rows.get(row), " "));
      if (row == 0) {
        text.append(line(rows.get(0).stream().map(title -> "").toList(), "-"));
      }
    }
    return text.toString();
  }

  private String line(List<String> cells, String filler) {
    StringBuilder line = new StringBuilder("|");
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      line.append(' ')
          .append(cell)
          .append(filler.repeat(width(column) - cell.length()))
          .append(" |");
    }
    return line.append('\n').toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
