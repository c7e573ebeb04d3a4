package dev.landfall.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommitContentCodecTest {

  private static final UUID TABLE = UUID.fromString("00000000-0000-4000-8000-0000000000aa");

  private static final String CANONICAL =
      """
      {"formatVersion":1,
      "project":"demo",
      "branch":"main",
      "branchId":"00000000-0000-4000-8000-0000000000bb",
      "expectedHead":"0123456789abcdef",
      "operationId":"00000000-0000-4000-8000-0000000000cc",
      "message":"Add labels",
      "properties":{"a":"1","b":""},
      "changes":[
      {"action":"update","table":"default.orders","tableId":"00000000-0000-4000-8000-0000000000aa",\
      "baseLocation":"file:/lake/1.json","metadataLocation":"file:/lake/2.json"},
      {"action":"create","table":"sales.labels","tableId":"00000000-0000-4000-8000-0000000000aa",\
      "metadataLocation":"file:/lake/3.json"},
      {"action":"drop","table":"default.old"},
      {"action":"rename","table":"default.a","newName":"default.b"},
      {"action":"assert-unchanged","table":"default.c",\
      "tableId":"00000000-0000-4000-8000-0000000000aa","metadataLocation":"file:/lake/4.json"}]}
      """
          .replace("\n", "");

  @Test
  void writesOneTextForOneContent() {
    assertThat(text(sample())).isEqualTo(CANONICAL);
  }

  @Test
  void readsWhatItWrote() {
    assertThat(CommitContentCodec.decode(CANONICAL.getBytes(UTF_8))).isEqualTo(sample());
  }

  @Test
  void keepsAnAbsentAnEmptyAndAPresentMessageApart() {
    assertThat(text(withMessage(null))).doesNotContain("message");
    assertThat(text(withMessage(""))).contains("\"message\":\"\"");
    for (CommitContent content : List.of(withMessage(null), withMessage(""), withMessage("x"))) {
      assertThat(CommitContentCodec.decode(CommitContentCodec.encode(content))).isEqualTo(content);
    }
  }

  @Test
  void saysOnlyOfAReleaseWhatItIsComparedWith() {
    String release = CANONICAL.replace("\"operationId\"", "\"compare\":\"tables\",\"operationId\"");
    CommitContent content = CommitContentCodec.decode(release.getBytes(UTF_8));
    assertThat(content.comparison()).isEqualTo(Comparison.TABLES);
    assertThat(text(content)).isEqualTo(release);
    assertThat(sample().comparison()).isEqualTo(Comparison.HEAD);
    assertRefused(release.replace("\"tables\"", "\"head\""), "'compare' is 'head'");
    assertRefused(release.replace("\"tables\"", "null"), "'compare' is null");
  }

  @Test
  void escapesOnlyWhatJsonDemands() {
    String message = "\"\\/\b\t\n\f\r\u0000\u001f\u007f\u2028é漢\uD83D\uDE00<&'";
    CommitContent content = withMessage(message);
    assertThat(text(content))
        .contains("\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028é漢\uD83D\uDE00<&'");
    assertThat(CommitContentCodec.decode(CommitContentCodec.encode(content)).message())
        .isEqualTo(message);
  }

  @Test
  void sortsPropertiesAndKeepsTheOrderOfChanges() {
    CommitContent shuffled =
        content("m", Map.of("b", "2", "a", "1", "B", "3"), List.of(drop("z"), drop("a")));
    assertThat(text(shuffled))
        .contains("\"properties\":{\"B\":\"3\",\"a\":\"1\",\"b\":\"2\"}")
        .containsSubsequence("default.z", "default.a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "formatVersion",
        "project",
        "branch",
        "branchId",
        "expectedHead",
        "operationId",
        "properties",
        "changes"
      })
  void namesARequiredFieldThatIsMissingOrNull(String field) {
    String renamed = CANONICAL.replaceFirst("\"" + field + "\":", "\"another\":");
    assertRefused(renamed, "Field '" + field + "' is missing");
    assertRefused(withValue(field, "null"), "Field '" + field + "' is null");
  }

  @ParameterizedTest
  @CsvSource({
    "formatVersion,'\"1\"'",
    "formatVersion,1.0",
    "formatVersion,4294967297",
    "project,7",
    "branch,{}",
    "message,true",
    "operationId,[]",
    "properties,[]",
    "changes,{}"
  })
  void namesAFieldOfTheWrongType(String field, String value) {
    assertRefused(withValue(field, value), "Field '" + field + "' is not");
  }

  @Test
  void refusesANullMessageInsteadOfTakingItForAbsent() {
    assertRefused(withValue("message", "null"), "Field 'message' is null");
  }

  @Test
  void refusesANullOrOtherValueOfAProperty() {
    assertRefused(CANONICAL.replace("\"a\":\"1\"", "\"a\":null"), "'properties.a' is null");
    assertRefused(CANONICAL.replace("\"a\":\"1\"", "\"a\":1"), "'properties.a' is not");
  }

  @ParameterizedTest
  @CsvSource({
    "project,'\"Demo\"'",
    "branch,'\"\"'",
    "branchId,'\"00000000-0000-4000-8000-0000000000BB\"'",
    "branchId,'\"0-0-0-0-0\"'",
    "expectedHead,'\"xyz\"'",
    "operationId,'\"none\"'"
  })
  void namesAFieldWhoseValueBreaksItsRule(String field, String value) {
    assertRefused(withValue(field, value), "Field '" + field + "' is refused: ");
  }

  @Test
  void namesTheFieldOfAChange() {
    assertRefused(
        CANONICAL.replace("\"action\":\"drop\"", "\"action\":\"erase\""), "'changes[2].action'");
    assertRefused(
        CANONICAL.replace("\"newName\":\"default.b\"", "\"newName\":null"),
        "'changes[3].newName' is null");
    assertRefused(
        CANONICAL.replace("\"newName\":\"default.b\"", "\"newName\":\"default.\""),
        "'changes[3].newName' is refused");
    assertRefused(
        CANONICAL.replace("\"default.old\"", "\"default.old\",\"metadataLocation\":\"x\""),
        "'changes[2].metadataLocation' is unknown");
    assertRefused(
        CANONICAL.replace(",\"baseLocation\":\"file:/lake/1.json\"", ""),
        "'changes[0].baseLocation' is missing");
    assertRefused(CANONICAL.replace("[{", "[1,{"), "'changes[0]' is not of the type object");
  }

  @Test
  void refusesAnUnknownVersion() {
    assertRefused(withValue("formatVersion", "2"), "'formatVersion' is 2");
  }

  @Test
  void refusesUnknownAndDuplicateFields() {
    assertRefused(CANONICAL.replace("{\"formatVersion\"", "{\"x\":1,\"formatVersion\""), "'x'");
    assertRefused(
        CANONICAL.replace("\"project\"", "\"project\":\"demo\",\"project\""), "'project'");
    assertRefused(CANONICAL.replace("\"a\":\"1\"", "\"a\":\"1\",\"a\":\"1\""), "'a'");
  }

  @Test
  void refusesTextAfterTheObject() {
    assertRefused(CANONICAL + "x", "not exactly one JSON object");
    assertRefused(CANONICAL + CANONICAL, "not exactly one JSON object");
    assertRefused(CANONICAL + "}", "not exactly one JSON object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "[]", "\"text\"", "1", "{"})
  void refusesWhatIsNoObject(String text) {
    assertThatThrownBy(() -> CommitContentCodec.decode(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void refusesEveryOtherTextOfTheSameContent() {
    assertNotCanonical(" " + CANONICAL);
    assertNotCanonical(CANONICAL + "\n");
    assertNotCanonical(CANONICAL.replace("\"message\":\"A", "\"message\":\"\\u0041"));
    assertNotCanonical(CANONICAL.replace("/lake/1", "\\/lake/1"));
    assertNotCanonical(CANONICAL.replace("\"default.old\"", "\"old\""));
    assertNotCanonical(CANONICAL.replace("\"a\":\"1\",\"b\":\"\"", "\"b\":\"\",\"a\":\"1\""));
    assertNotCanonical("\uFEFF" + CANONICAL);
    assertThatThrownBy(() -> CommitContentCodec.decode(CANONICAL.getBytes(UTF_16)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void refusesBytesThatAreNoUtf8() {
    byte[] bytes = CANONICAL.getBytes(UTF_8);
    bytes[CANONICAL.indexOf("Add")] = (byte) 0xff;
    assertThatThrownBy(() -> CommitContentCodec.decode(bytes))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void refusesEveryCut() {
    byte[] bytes = CANONICAL.getBytes(UTF_8);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> CommitContentCodec.decode(cut))
          .as("cut at byte %s", length)
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  @Test
  void holdsTheLimitsInBothDirections() {
    assertThat(roundTrip(withMessage("é".repeat(2048)))).isTrue();
    assertOverLimit(withMessage("é".repeat(2049)), "message");
    assertThat(roundTrip(content("m", properties(100), List.of(drop("a"))))).isTrue();
    assertOverLimit(content("m", properties(101), List.of(drop("a"))), "properties");
    assertOverLimit(content("m", Map.of("", "x"), List.of(drop("a"))), "key of a property");
    assertOverLimit(content("m", Map.of("k".repeat(256), ""), List.of(drop("a"))), "key");
    assertOverLimit(content("m", Map.of("k", "v".repeat(4097)), List.of(drop("a"))), "'k'");
    assertThat(roundTrip(content("m", Map.of(), drops(1000)))).isTrue();
    assertOverLimit(content("m", Map.of(), drops(1001)), "changes");
    assertOverLimit(content("m", Map.of(), List.of()), "changes");
    assertOverLimit(
        content("m", Map.of(), List.of(new Change.Create(TableName.of("a"), TABLE, ""))),
        "metadataLocation");
  }

  @Test
  void refusesAnOverlongMessageWhenReading() {
    String longer = CANONICAL.replace("Add labels", "x".repeat(4097));
    assertRefused(longer, "message");
    assertRefused(CANONICAL.replaceFirst("\"changes\":.*", "\"changes\":[]}"), "changes");
  }

  @Test
  void refusesHalfOfASurrogatePair() {
    assertOverLimit(withMessage("\uD83D"), "surrogate");
    assertRefused(CANONICAL.replace("Add labels", "\\ud83d"), "surrogate");
  }

  @Test
  void refusesARequestThatIsTooLong() {
    List<Change> changes =
        Collections.nCopies(
            1000, new Change.Update(TableName.of("t"), TABLE, "b".repeat(4096), "m".repeat(4096)));
    assertOverLimit(content(null, Map.of(), changes), "split the commit");
  }

  private static void assertNotCanonical(String text) {
    assertRefused(text, "not in the canonical form");
  }

  private static void assertRefused(String text, String message) {
    assertThat(text).isNotEqualTo(CANONICAL);
    assertThatThrownBy(() -> CommitContentCodec.decode(text.getBytes(UTF_8)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("Invalid commit request: ")
        .hasMessageContaining(message);
  }

  private static void assertOverLimit(CommitContent content, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CommitContentCodec.encode(content))
        .withMessageContaining(message);
  }

  private static boolean roundTrip(CommitContent content) {
    return CommitContentCodec.decode(CommitContentCodec.encode(content)).equals(content);
  }

  private static String withValue(String field, String value) {
    return CANONICAL.replaceFirst(
        "\"" + field + "\":(\"[^\"]*\"|\\d+|\\{[^}]*\\}|\\[.*\\])", "\"" + field + "\":" + value);
  }

  private static String text(CommitContent content) {
    return new String(CommitContentCodec.encode(content), UTF_8);
  }

  private static Map<String, String> properties(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "k" + i, i -> "v"));
  }

  private static List<Change> drops(int count) {
    return IntStream.range(0, count).<Change>mapToObj(i -> drop("t" + i)).toList();
  }

  private static Change drop(String table) {
    return new Change.Drop(TableName.of(table));
  }

  private static CommitContent withMessage(String message) {
    return content(message, Map.of(), List.of(drop("old")));
  }

  private static CommitContent sample() {
    return content(
        "Add labels",
        Map.of("b", "", "a", "1"),
        List.of(
            new Change.Update(
                TableName.of("orders"), TABLE, "file:/lake/1.json", "file:/lake/2.json"),
            new Change.Create(TableName.of("sales.labels"), TABLE, "file:/lake/3.json"),
            drop("old"),
            new Change.Rename(TableName.of("a"), TableName.of("b")),
            new Change.AssertUnchanged(TableName.of("c"), TABLE, "file:/lake/4.json")));
  }

  private static CommitContent content(
      String message, Map<String, String> properties, List<Change> changes) {
    return new CommitContent(
        new ProjectName("demo"),
        BranchName.MAIN,
        UUID.fromString("00000000-0000-4000-8000-0000000000bb"),
        new CommitId("0123456789abcdef"),
        OperationId.of("00000000-0000-4000-8000-0000000000cc"),
        message,
        properties,
        changes);
  }
}
