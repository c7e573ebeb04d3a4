package dev.landfall.internal.icebergrest;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.UnprocessableEntityException;
import org.apache.iceberg.rest.RESTRequest;
import org.apache.iceberg.rest.RESTSerializers;

/** The protocol's JSON. */
final class RestJson {

  private static final ObjectMapper MAPPER = mapper();

  private RestJson() {}

  static byte[] write(Object answer) {
    try {
      return MAPPER.writeValueAsBytes(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An answer could not be written", e);
    }
  }

  /** Returns an answer with further entries in its configuration for the client. */
  static byte[] withConfig(byte[] answer, Map<String, String> config) {
    try {
      ObjectNode tree = (ObjectNode) MAPPER.readTree(answer);
      ObjectNode entries = tree.withObjectProperty("config");
      config.forEach(entries::put);
      return MAPPER.writeValueAsBytes(tree);
    } catch (IOException e) {
      throw new IllegalStateException("An answer could not be written", e);
    }
  }

  /** Returns the name in a request that was read before. */
  static String name(byte[] body) {
    try {
      return MAPPER.readTree(body).path("name").asText();
    } catch (IOException e) {
      throw new BadRequestException(e, "Invalid body: %s", problem(e));
    }
  }

  /**
   * Reads a request.
   *
   * @throws BadRequestException if it is not one of this kind
   * @throws UnprocessableEntityException if it contradicts itself
   */
  static <T extends RESTRequest> T read(byte[] body, Class<T> kind) {
    T request;
    try {
      request = MAPPER.readValue(body, kind);
      if (request != null) {
        request.validate();
      }
    } catch (UnprocessableEntityException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Iceberg's parsers meet what does not fit with exceptions of many kinds.
      throw new BadRequestException(e, "Invalid body: %s", problem(e));
    }
    if (request == null) {
      throw new BadRequestException("Invalid body: it is null; send an object");
    }
    return request;
  }

  private static String problem(Exception e) {
    return e instanceof JsonProcessingException json
        ? json.getOriginalMessage()
        : String.valueOf(e.getMessage());
  }

  /** Set up as Iceberg's client sets up its own, which is not public. */
  private static ObjectMapper mapper() {
    ObjectMapper mapper = new ObjectMapper();
    mapper.setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    mapper.setPropertyNamingStrategy(new PropertyNamingStrategies.KebabCaseStrategy());
    RESTSerializers.registerAll(mapper);
    return mapper;
  }
}
