package dev.landfall.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The rows of a CSV file. */
final class CsvSource implements RowSource {
  private static final CsvFactory FACTORY =
      CsvFactory.builder().enable(CsvParser.Feature.SKIP_EMPTY_LINES).build();

  private final Path file;
  private final CsvFormat format;
  private final List<Types.NestedField> columns;
  private final List<Function<String, Object>> parsers;
  private final CsvParser parser;
  private final @Nullable Object[] values;
  private final FieldSource.Cells cells;
  private int[] order = {};
  private boolean ahead;
  private long line;

  private CsvSource(
      Path file, CsvFormat format, Schema schema, List<Function<String, Object>> parsers) {
    this.file = file;
    this.format = format;
    this.columns = schema.columns();
    this.parsers = parsers;
    this.values = new Object[columns.size()];
    this.cells = new FieldSource.Cells(values);
    try {
      parser = FACTORY.createParser(TextFiles.open(file));
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
    CsvSchema dialect = CsvSchema.emptySchema().withColumnSeparator(format.separator());
    parser.setSchema(dialect);
    if (format.nullText().isEmpty()) {
      parser.enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL);
    }
  }

  static Opener opener(Path file, Schema schema, CsvFormat format) {
    List<Function<String, Object>> parsers = new ArrayList<>();
    for (Types.NestedField column : schema.columns()) {
      Function<String, Object> parser = TextValues.of(column.type());
      if (parser == null) {
        throw new IllegalArgumentException(
            "Cannot read column '"
                + column.name()
                + "' ("
                + column.type()
                + ") from CSV; use Rows.jsonLines");
      }
      parsers.add(parser);
    }
    return () -> open(file, format, schema, parsers);
  }

  private static RowSource open(
      Path file, CsvFormat format, Schema schema, List<Function<String, Object>> parsers) {
    CsvSource source = new CsvSource(file, format, schema, parsers);
    try {
      source.readHeader();
      return source;
    } catch (RuntimeException e) {
      TextFiles.closeAfter(e, source);
      throw e;
    }
  }

  private void readHeader() {
    List<String> names = new ArrayList<>();
    try {
      if (!hasNext()) {
        throw header("has no header line", "put the names of the columns on the first line");
      }
      ahead = false;
      while (token() != JsonToken.END_ARRAY) {
        names.add(String.valueOf(text()));
      }
    } catch (BadValue e) {
      throw new IllegalArgumentException(
          "The header of " + file + " cannot be read: " + e.problem(), e);
    }
    order = names.stream().mapToInt(this::position).toArray();
    for (int i = 0; i < names.size(); i++) {
      if (names.indexOf(names.get(i)) != i) {
        throw header("names column '" + names.get(i) + "' twice", "remove one of them");
      }
    }
    for (Types.NestedField column : columns) {
      if (column.isRequired() && !names.contains(column.name())) {
        throw header("lacks the required column '" + column.name() + "'", "add the column");
      }
    }
  }

  private int position(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw header("names the unknown column '" + name + "'", "remove it, or add it to the schema");
  }

  private IllegalArgumentException header(String problem, String advice) {
    return new IllegalArgumentException("The CSV file " + file + " " + problem + "; " + advice);
  }

  @Override
  public boolean hasNext() {
    if (!ahead) {
      JsonToken next = token();
      ahead = next == JsonToken.START_ARRAY;
      if (ahead) {
        line = parser.currentLocation().getLineNr();
      }
    }
    return ahead;
  }

  @Override
  public Object next() {
    ahead = false;
    Arrays.fill(values, null);
    int count = 0;
    while (token() != JsonToken.END_ARRAY) {
      if (count < order.length) {
        read(order[count]);
      }
      count++;
    }
    if (count != order.length) {
      throw new BadValue(
          "expected "
              + order.length
              + " cells, as the header has, but got "
              + count
              + "; add or remove cells, or quote those that hold a separator");
    }
    return cells;
  }

  private void read(int index) {
    String text = text();
    if (text == null || (!text.isEmpty() && text.equals(format.nullText()))) {
      return;
    }
    try {
      values[index] = parsers.get(index).apply(text);
    } catch (BadValue e) {
      throw e.in(columns.get(index).name());
    }
  }

  private @Nullable JsonToken token() {
    try {
      return parser.nextToken();
    } catch (JsonProcessingException e) {
      throw new BadValue("", "the row is no CSV: " + e.getOriginalMessage(), e);
    } catch (CharacterCodingException e) {
      throw new BadValue("", "the file is not in UTF-8 here; convert it", e);
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
  }

  private @Nullable String text() {
    try {
      return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getText();
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
