package dev.landfall.internal.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.model.OperationId;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * One JSON object that is read field by field: duplicate fields, {@code null}, wrong types and text
 * after the object are refused with a {@link WireFormatException} that names the field, and unknown
 * fields by {@link #requireNothingElse}. Not for use by several threads.
 */
public final class StrictJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final ObjectNode node;
  private final String path;
  private final Set<String> read = new HashSet<>();

  private StrictJson(ObjectNode node, String path) {
    this.node = node;
    this.path = path;
  }

  /**
   * Parses bytes in UTF-8. Does no I/O.
   *
   * @throws WireFormatException if they are not exactly one JSON object
   */
  public static StrictJson parse(byte[] utf8) {
    try {
      return root(MAPPER.readTree(utf8));
    } catch (IOException e) {
      throw noJson(e);
    }
  }

  /**
   * Parses a text. Does no I/O.
   *
   * @throws WireFormatException if it is not exactly one JSON object
   */
  public static StrictJson parse(String text) {
    try {
      return root(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      throw noJson(e);
    }
  }

  /**
   * Parses bytes in UTF-8 that somebody else's server wrote: a field that is {@code null} counts as
   * missing. Does no I/O.
   *
   * @throws WireFormatException if they are not exactly one JSON object
   */
  public static StrictJson parseForeign(byte[] utf8) {
    try {
      return root(withoutNulls(MAPPER.readTree(utf8)));
    } catch (IOException e) {
      throw noJson(e);
    }
  }

  /** Reads a required string. */
  public String text(String field) {
    return required(field, JsonNodeType.STRING).textValue();
  }

  /** Reads a string that may be missing, but not {@code null}. */
  public Optional<String> optionalText(String field) {
    return node.has(field) ? Optional.of(text(field)) : Optional.empty();
  }

  /** Reads a required whole number of 32 bits. */
  public int integer(String field) {
    JsonNode value = required(field, JsonNodeType.NUMBER);
    if (!value.isInt()) {
      throw invalid(field, "is not a whole number of 32 bits");
    }
    return value.intValue();
  }

  /** Reads a whole number of 64 bits that may be missing. */
  public OptionalLong optionalLong(String field) {
    if (!node.has(field)) {
      return OptionalLong.empty();
    }
    JsonNode value = required(field, JsonNodeType.NUMBER);
    if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
      throw invalid(field, "is not a whole number of 64 bits");
    }
    return OptionalLong.of(value.longValue());
  }

  /** Reads a required array of strings. */
  public List<String> textList(String field) {
    List<String> values = new ArrayList<>();
    for (JsonNode item : required(field, JsonNodeType.ARRAY)) {
      requireType(field + "[" + values.size() + "]", item, JsonNodeType.STRING);
      values.add(item.textValue());
    }
    return values;
  }

  /** Reads an object whose values are arrays of strings; empty if it is missing. */
  public Map<String, List<String>> textLists(String field) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    optionalObject(field)
        .ifPresent(
            object ->
                object
                    .node
                    .fieldNames()
                    .forEachRemaining(name -> values.put(name, object.textList(name))));
    return values;
  }

  /** Reads an array of objects that may be missing; it is empty then. */
  public List<StrictJson> optionalObjects(String field) {
    return node.has(field) ? objects(field) : List.of();
  }

  /** Reads a required truth value. */
  public boolean bool(String field) {
    return required(field, JsonNodeType.BOOLEAN).booleanValue();
  }

  /** Reads a required object. */
  public StrictJson object(String field) {
    return new StrictJson((ObjectNode) required(field, JsonNodeType.OBJECT), pathOf(field));
  }

  /** Reads an object that may be missing, but not {@code null}. */
  public Optional<StrictJson> optionalObject(String field) {
    return node.has(field) ? Optional.of(object(field)) : Optional.empty();
  }

  /** Reads a required string as a value, whose parser refuses with an IllegalArgumentException. */
  public <T> T value(String field, Function<String, T> parser) {
    return parse(field, text(field), parser);
  }

  /** Reads a string that may be missing, as a value like {@link #value}. */
  public <T> Optional<T> optionalValue(String field, Function<String, T> parser) {
    return optionalText(field).map(text -> parse(field, text, parser));
  }

  /** Reads a required UUID in its canonical form. */
  public UUID uuid(String field) {
    // UUID.fromString also takes short groups and capital letters.
    return value(field, OperationId::of).value();
  }

  /** Reads a required instant in ISO 8601 and UTC. */
  public Instant instant(String field) {
    String text = text(field);
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw invalid(field, "is not an instant such as 2024-05-06T07:08:09Z");
    }
  }

  /** Reads a required object whose values are all strings. */
  public Map<String, String> texts(String field) {
    StrictJson object = object(field);
    Map<String, String> values = new LinkedHashMap<>();
    object.node.fieldNames().forEachRemaining(name -> values.put(name, object.text(name)));
    return values;
  }

  /** Reads a required array of objects. */
  public List<StrictJson> objects(String field) {
    List<StrictJson> objects = new ArrayList<>();
    for (JsonNode item : required(field, JsonNodeType.ARRAY)) {
      String name = field + "[" + objects.size() + "]";
      requireType(name, item, JsonNodeType.OBJECT);
      objects.add(new StrictJson((ObjectNode) item, pathOf(name)));
    }
    return objects;
  }

  /** Refuses the object if it has a field that was not read. */
  public void requireNothingElse() {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!read.contains(name)) {
                throw invalid(name, "is unknown to this format");
              }
            });
  }

  /** Makes the exception that says what is wrong with a field of this object. */
  public WireFormatException invalid(String field, String problem) {
    return WireFormatException.inField(pathOf(field), problem);
  }

  private <T> T parse(String field, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw invalid(field, "is refused: " + e.getMessage());
    }
  }

  private static JsonNode withoutNulls(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      Iterator<JsonNode> fields = object.elements();
      while (fields.hasNext()) {
        if (withoutNulls(fields.next()).isNull()) {
          fields.remove();
        }
      }
    } else {
      tree.forEach(StrictJson::withoutNulls);
    }
    return tree;
  }

  private static StrictJson root(JsonNode root) {
    if (root instanceof ObjectNode object) {
      return new StrictJson(object, "");
    }
    throw WireFormatException.inText(
        root.isMissingNode() ? "The text is empty" : "The text is not a JSON object", null);
  }

  /** Jackson's message says what and at which line and column, but quotes no value of the text. */
  private static WireFormatException noJson(IOException e) {
    String problem =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return WireFormatException.inText("The text is not exactly one JSON object: " + problem, e);
  }

  private JsonNode required(String field, JsonNodeType type) {
    JsonNode value = node.get(field);
    if (value == null) {
      throw invalid(field, "is missing");
    }
    requireType(field, value, type);
    read.add(field);
    return value;
  }

  private void requireType(String field, JsonNode value, JsonNodeType type) {
    if (value.isNull()) {
      throw invalid(field, "is null");
    }
    if (value.getNodeType() != type) {
      throw invalid(field, "is not of the type " + type.name().toLowerCase(Locale.ROOT));
    }
  }

  private String pathOf(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
