package dev.landfall.rows;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Readers of JSON values by Iceberg type; none looks at a number as a double on the way. */
final class JsonValues {
  private JsonValues() {}

  /** Reads the value at the parser's current token and leaves the parser at its last token. */
  @FunctionalInterface
  interface Reader {
    /**
     * Reads one value that is not null.
     *
     * @throws BadValue if it is of another type
     */
    Object read(JsonParser parser) throws IOException;
  }

  /**
   * Makes the reader of a type.
   *
   * @throws IllegalArgumentException if JSON cannot hold it
   */
  static Reader of(Type type, String path) {
    return switch (type.typeId()) {
      case STRUCT -> struct(type.asStructType(), path);
      case LIST -> list(of(type.asListType().elementType(), path + "[]"));
      case MAP -> map(type.asMapType(), path);
      default -> scalar(type, path);
    };
  }

  private static @Nullable Object nullable(Reader reader, JsonParser parser, String part)
      throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    try {
      return reader.read(parser);
    } catch (BadValue e) {
      throw e.in(part);
    }
  }

  private static Reader scalar(Type type, String path) {
    Function<String, Object> parser = TextValues.of(type);
    if (parser == null) {
      throw new IllegalArgumentException(
          "Cannot read column '" + path + "' (" + type + ") from JSON; leave it out");
    }
    return json -> {
      JsonToken token = json.currentToken();
      if (!isWritten(type, token)) {
        throw new BadValue(
            "expected " + type + ", but got " + described(json) + "; write the value as its type");
      }
      return parser.apply(json.getText());
    };
  }

  private static boolean isWritten(Type type, @Nullable JsonToken token) {
    return switch (type.typeId()) {
      case BOOLEAN -> token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
      case INTEGER, LONG -> token == JsonToken.VALUE_NUMBER_INT;
      case FLOAT, DOUBLE, DECIMAL ->
          token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
      default -> token == JsonToken.VALUE_STRING;
    };
  }

  private static String described(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "the text " + BadValue.shown(json.getText());
      default -> json.getText();
    };
  }

  private static Reader struct(Types.StructType struct, String path) {
    List<Types.NestedField> fields = struct.fields();
    Map<String, Integer> positions = new HashMap<>();
    List<Reader> readers = new ArrayList<>();
    for (Types.NestedField field : fields) {
      positions.put(field.name(), positions.size());
      readers.add(of(field.type(), Problems.path(path, field.name())));
    }
    return json -> {
      require(json, JsonToken.START_OBJECT, "an object");
      @Nullable Object[] values = new Object[fields.size()];
      boolean[] seen = new boolean[values.length];
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        Integer position = positions.get(name);
        if (position == null) {
          throw new BadValue(
              name, "the field is not in the schema; remove it or add it there", null);
        }
        if (seen[position]) {
          throw repeated(name);
        }
        seen[position] = true;
        json.nextToken();
        values[position] = nullable(readers.get(position), json, name);
      }
      return new FieldSource.Cells(values);
    };
  }

  private static Reader list(Reader element) {
    return json -> {
      require(json, JsonToken.START_ARRAY, "an array");
      List<@Nullable Object> values = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        values.add(nullable(element, json, "[" + values.size() + "]"));
      }
      return values;
    };
  }

  private static Reader map(Types.MapType type, String path) {
    if (type.keyType().typeId() != Type.TypeID.STRING) {
      throw new IllegalArgumentException(
          "Cannot read column '"
              + path
              + "' ("
              + type
              + ") from JSON, whose keys are text; use a map with string keys");
    }
    Reader value = of(type.valueType(), path + "[value]");
    return json -> {
      require(json, JsonToken.START_OBJECT, "an object");
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        String part = "[\"" + key + "\"]";
        if (values.containsKey(key)) {
          throw repeated(part);
        }
        json.nextToken();
        values.put(key, nullable(value, json, part));
      }
      return values;
    };
  }

  private static BadValue repeated(String part) {
    return new BadValue(part, "the field is given twice; remove one of them", null);
  }

  private static void require(JsonParser json, JsonToken token, String name) throws IOException {
    if (json.currentToken() != token) {
      throw new BadValue(
          "expected " + name + ", but got " + described(json) + "; write the value as its type");
    }
  }
}
