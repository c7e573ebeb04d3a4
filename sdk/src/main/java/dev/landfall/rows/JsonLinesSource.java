package dev.landfall.rows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/** The rows of a file with one JSON object per line. */
final class JsonLinesSource implements RowSource {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Path file;
  private final BufferedReader reader;
  private final JsonValues.Reader row;
  private @Nullable String ahead;
  private long line;

  private JsonLinesSource(Path file, JsonValues.Reader row) {
    this.file = file;
    this.row = row;
    this.reader = TextFiles.open(file);
  }

  static Opener opener(Path file, Schema schema) {
    JsonValues.Reader row = JsonValues.of(schema.asStruct(), "");
    return () -> new JsonLinesSource(file, row);
  }

  @Override
  public boolean hasNext() {
    try {
      while (ahead == null || ahead.isBlank()) {
        ahead = reader.readLine();
        line++;
        if (ahead == null) {
          return false;
        }
      }
      return true;
    } catch (CharacterCodingException e) {
      throw new BadValue("", "the file is not in UTF-8 near here; convert it", e);
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
  }

  @Override
  public Object next() {
    String text = ahead == null ? "" : ahead;
    ahead = null;
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      Object value = row.read(parser);
      if (parser.nextToken() != null) {
        throw new BadValue("there is more than one object on the line; put one on each");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new BadValue("", "the line is no JSON object: " + e.getOriginalMessage(), e);
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
    reader.close();
  }
}
