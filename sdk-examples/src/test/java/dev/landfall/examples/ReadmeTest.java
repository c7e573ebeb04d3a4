package dev.landfall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every snippet of a README is cut from compiled code. */
class ReadmeTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern SNIPPET_IN_README =
      Pattern.compile("<!-- snippet: (\\S+) -->\\s*```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SNIPPET_IN_CODE =
      Pattern.compile("// snippet: (\\S+)\\n(.*?) *// end snippet", Pattern.DOTALL);
  private static final Pattern JAVA_IN_README = Pattern.compile("^```java$", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "sdk-testkit/README.md"})
  void itsSnippetsAreCutFromCompiledCode(String file) throws IOException {
    String readme = Files.readString(ROOT.resolve(file));
    Map<String, String> shown = snippets(SNIPPET_IN_README, readme);

    assertThat(shown).as("snippets").isNotEmpty();
    assertThat(shown).hasSize((int) JAVA_IN_README.matcher(readme).results().count());
    assertThat(compiled()).containsAllEntriesOf(shown);
  }

  @Test
  void theTestOfALostAnswerIsShort() throws IOException {
    assertThat(compiled().get("lost-answer").lines()).hasSizeLessThanOrEqualTo(15);
  }

  private static Map<String, String> compiled() throws IOException {
    return snippets(
        SNIPPET_IN_CODE, code("sdk-examples/src/main/java") + code("sdk-examples/src/test/java"));
  }

  private static String code(String folder) throws IOException {
    try (Stream<Path> sources = Files.walk(ROOT.resolve(folder))) {
      return sources
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("ReadmeTest.java"))
          .map(ReadmeTest::read)
          .collect(Collectors.joining());
    }
  }

  private static Map<String, String> snippets(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .collect(
            Collectors.toMap(
                (MatchResult match) -> match.group(1),
                match -> match.group(2).stripTrailing().stripIndent()));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
