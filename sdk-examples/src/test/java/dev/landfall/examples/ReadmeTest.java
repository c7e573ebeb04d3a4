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

/** Every snippet of the README is cut from compiled code. */
class ReadmeTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern SNIPPET_IN_README =
      Pattern.compile("<!-- snippet: (\\S+) -->\\s*```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SNIPPET_IN_CODE =
      Pattern.compile("// snippet: (\\S+)\\n(.*?) *// end snippet", Pattern.DOTALL);
  private static final Pattern JAVA_IN_README = Pattern.compile("^```java$", Pattern.MULTILINE);

  @Test
  void itsSnippetsAreCutFromCompiledCode() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    Map<String, String> shown = snippets(SNIPPET_IN_README, readme);

    assertThat(shown).as("snippets").isNotEmpty();
    assertThat(shown).hasSize((int) JAVA_IN_README.matcher(readme).results().count());
    assertThat(compiled()).containsAllEntriesOf(shown);
  }

  private static Map<String, String> compiled() throws IOException {
    try (Stream<Path> sources = Files.walk(ROOT.resolve("sdk-examples/src/main/java"))) {
      String code =
          sources
              .filter(file -> file.toString().endsWith(".java"))
              .map(ReadmeTest::read)
              .collect(Collectors.joining());
      return snippets(SNIPPET_IN_CODE, code);
    }
  }

  private static Map<String, String> snippets(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .collect(
            Collectors.toMap(
                (MatchResult match) -> match.group(1),
                match -> match.group(2).stripIndent().strip()));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
