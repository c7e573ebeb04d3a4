package dev.landfall;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios B21, B22 and B23: what a saved text may never turn into. */
class SavedCommitScenarioTest {

  private static final String SAVED = SavedCommit.of(request("Add labels")).toJson();

  @ParameterizedTest
  @ValueSource(strings = {"formatVersion", "project", "branch", "operationId", "request", "sha256"})
  void b21_aFieldThatIsMissingOrNullIsNamed(String field) throws JsonProcessingException {
    ObjectNode removed = tree();
    removed.remove(field);
    ObjectNode nulled = tree();
    nulled.putNull(field);

    for (ObjectNode damaged : List.of(removed, nulled)) {
      assertRefused(damaged.toString(), field);
      SavedCommit readByMapper =
          new ObjectMapper().readValue(damaged.toString(), SavedCommit.class);
      SavedCommitFormatException refusal =
          catchThrowableOfType(SavedCommitFormatException.class, () -> readByMapper.toRequest());
      assertThat(refusal.field()).contains(field);
    }
  }

  @Test
  void b21_aDamagedValueOfAMapperStandsForNothing() throws JsonProcessingException {
    SavedCommit damaged = new ObjectMapper().readValue("{\"project\":null}", SavedCommit.class);

    for (Runnable use :
        List.<Runnable>of(
            damaged::toRequest,
            damaged::toJson,
            damaged::formatVersion,
            damaged::project,
            damaged::branch,
            damaged::operationId)) {
      assertThatThrownBy(use::run).isInstanceOf(SavedCommitFormatException.class);
    }
    assertThat(damaged.toString()).contains("damaged", "formatVersion");
    assertThat(damaged).isNotEqualTo(SavedCommit.fromJson(SAVED));
    assertThatThrownBy(() -> new ObjectMapper().writeValueAsString(damaged))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("formatVersion");
  }

  @Test
  void b21_theUntouchedTextResumesToAnEqualRequest() {
    assertThat(SavedCommit.fromJson(SAVED).toRequest()).isEqualTo(request("Add labels"));
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void b22_everyMapperKeepsTheCommit(ObjectMapper mapper) throws JsonProcessingException {
    for (String message : Arrays.asList(null, "", "x")) {
      SavedCommit saved = SavedCommit.of(request(message));
      String text = mapper.writeValueAsString(saved);

      assertThat(text).doesNotContain("present");
      SavedCommit read = mapper.readValue(text, SavedCommit.class);
      assertThat(read).isEqualTo(saved).hasSameHashCodeAs(saved);
      assertThat(read.toRequest().content().message()).isEqualTo(message);
      assertThat(read.toJson()).isEqualTo(saved.toJson());
      assertThat(mapper.writeValueAsString(read)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void b22_aSavedCommitInAnApplicationsOwnRecordIsKept(ObjectMapper mapper)
      throws JsonProcessingException {
    Job job = new Job("nightly", SavedCommit.fromJson(SAVED));
    assertThat(mapper.readValue(mapper.writeValueAsString(job), Job.class)).isEqualTo(job);
    assertThat(mapper.convertValue(mapper.valueToTree(job), Job.class)).isEqualTo(job);
  }

  @Test
  void b22_aBareMapperWritesTheTextOfToJson() throws JsonProcessingException {
    assertThat(new ObjectMapper().writeValueAsString(SavedCommit.fromJson(SAVED))).isEqualTo(SAVED);
  }

  @Test
  void b22_absentEmptyAndPresentMessagesAreThreeTexts() {
    assertThat(Stream.of(request(null), request(""), request("x")).map(SavedCommit::of).distinct())
        .hasSize(3);
  }

  @Test
  void b23_aShorterTextOverALongerOneIsRefused() {
    String longer = SavedCommit.of(request("A message that is quite a bit longer")).toJson();
    assertRefused(SAVED + longer.substring(SAVED.length()), null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"}", "x", "{}", ",", "null", "\u0000", "]"})
  void b23_textAfterTheDocumentIsRefused(String tail) {
    assertRefused(SAVED + tail, null);
  }

  @Test
  void b23_twoDocumentsAreRefused() {
    assertRefused(SAVED + SAVED, null);
    assertRefused(SAVED + "\n" + SAVED, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "null", "[]", "\"text\"", "7"})
  void b23_aTextWithoutAnObjectIsRefused(String text) {
    assertRefused(text, null);
  }

  @Test
  void b23_aTextCutAtAnyByteIsRefused() {
    byte[] bytes = SavedCommit.of(request("Add l\u00e4bels \uD83D\uDE00")).toJson().getBytes(UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      String cut = new String(bytes, 0, length, UTF_8);
      assertThatThrownBy(() -> SavedCommit.fromJson(cut))
          .as("cut at byte %s", length)
          .isInstanceOf(SavedCommitFormatException.class);
    }
    assertThat(SavedCommit.fromJson(new String(bytes, UTF_8)).toJson().getBytes(UTF_8))
        .isEqualTo(bytes);
  }

  @Test
  void b23_aTextWithOneByteChangedIsRefused() {
    byte[] bytes = SAVED.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      String text = new String(changed, UTF_8);
      assertThatThrownBy(() -> SavedCommit.fromJson(text))
          .as("byte %s changed: %s", i, text)
          .isInstanceOf(SavedCommitFormatException.class);
    }
  }

  @Test
  void anUnknownFieldIsRefusedAlsoByALenientMapper() throws JsonProcessingException {
    String text = tree().put("comment", "mine").toString();
    assertRefused(text, "comment");
    SavedCommit read = new ObjectMapper().readValue(text, SavedCommit.class);
    assertThatThrownBy(read::toRequest)
        .isInstanceOf(SavedCommitFormatException.class)
        .hasMessageContaining("'comment'");
  }

  @Test
  void aRepeatedFieldIsRefused() {
    assertThatThrownBy(
            () -> SavedCommit.fromJson(SAVED.replace("\"branch\"", "\"branch\":\"b\",\"branch\"")))
        .isInstanceOf(SavedCommitFormatException.class)
        .hasMessageContaining("'branch'");
  }

  @Test
  void anUnknownFormatVersionIsRefused() {
    assertRefused(tree().put("formatVersion", 2).toString(), "formatVersion");
    assertRefused(tree().put("formatVersion", 0).toString(), "formatVersion");
  }

  @Test
  void aFieldOfAnotherTypeIsRefusedAlsoThroughAMapper() throws JsonProcessingException {
    String text = tree().put("formatVersion", "1").toString();
    assertRefused(text, "formatVersion");
    SavedCommit read = new ObjectMapper().readValue(text, SavedCommit.class);
    assertThatThrownBy(read::toRequest).isInstanceOf(SavedCommitFormatException.class);
    assertRefused(tree().put("sha256", 1).toString(), "sha256");
    assertRefused(tree().put("project", true).toString(), "project");
  }

  @Test
  void aFieldThatContradictsTheRequestIsRefused() {
    assertRefused(tree().put("project", "other").toString(), "project");
    assertRefused(tree().put("branch", "other").toString(), "branch");
    assertRefused(
        tree().put("operationId", "00000000-0000-4000-8000-0000000000dd").toString(),
        "operationId");
    assertRefused(tree().put("sha256", "0".repeat(64)).toString(), "sha256");
  }

  @Test
  void anAlteredRequestIsRefused() {
    String request = tree().get("request").textValue();
    assertRefused(
        tree().put("request", request.replace("Add labels", "Add lapels")).toString(), "sha256");
    assertRefused(tree().put("request", request + " ").toString(), "request");
    assertRefused(tree().put("request", "").toString(), "request");
  }

  @Test
  void whiteSpaceAndTheOrderOfFieldsDoNotMatter() throws JsonProcessingException {
    String pretty = tree().toPrettyString() + "\n";
    assertThat(SavedCommit.fromJson(pretty).toJson()).isEqualTo(SAVED);
    ObjectNode reversed = tree();
    reversed.set("formatVersion", reversed.remove("formatVersion"));
    assertThat(reversed.toString()).isNotEqualTo(SAVED);
    assertThat(SavedCommit.fromJson(reversed.toString()).toJson()).isEqualTo(SAVED);
  }

  private static Stream<ObjectMapper> mappers() {
    return Stream.of(
        new ObjectMapper(),
        new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES),
        new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL),
        new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_DEFAULT),
        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE),
        JsonMapper.builder()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build());
  }

  private static void assertRefused(String text, @Nullable String field) {
    SavedCommitFormatException refusal =
        catchThrowableOfType(SavedCommitFormatException.class, () -> SavedCommit.fromJson(text));
    assertThat(refusal).as("refusal of %s", text).isNotNull();
    if (field == null) {
      assertThat(refusal.field()).isEmpty();
    } else {
      assertThat(refusal.field()).contains(field);
      assertThat(refusal).hasMessageContaining("'" + field + "'");
    }
  }

  private static ObjectNode tree() {
    try {
      return (ObjectNode) new ObjectMapper().readTree(SAVED);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static PublishRequest request(@Nullable String message) {
    CommitContent content =
        new CommitContent(
            new ProjectName("demo"),
            BranchName.MAIN,
            UUID.fromString("00000000-0000-4000-8000-0000000000bb"),
            new CommitId("0123456789abcdef"),
            OperationId.of("00000000-0000-4000-8000-0000000000cc"),
            message,
            Map.of("job", "nightly \"7\""),
            List.of(new Change.Drop(TableName.of("old"))));
    return new PublishRequest(CommitContentCodec.encode(content), content);
  }

  /** An application's own state that holds a saved commit among other things. */
  private record Job(String name, SavedCommit commit) {}
}
