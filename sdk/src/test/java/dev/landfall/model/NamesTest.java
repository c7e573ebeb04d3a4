package dev.landfall.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  static Stream<Arguments> refused() {
    String long256 = "x".repeat(256);
    String umlauts128 = "\u00fc".repeat(128);
    return Stream.of(
        bad(ProjectName::new, "", "empty"),
        bad(ProjectName::new, "Demo", "a-z"),
        bad(ProjectName::new, "-demo", "beginning with a letter or digit"),
        bad(ProjectName::new, "a/b", "a-z"),
        bad(ProjectName::new, "..", "a-z"),
        bad(ProjectName::new, "x".repeat(65), "65 bytes"),
        bad(BranchName::new, "", "empty"),
        bad(BranchName::new, long256, "256 bytes in UTF-8; at most 255"),
        bad(BranchName::new, umlauts128, "256 bytes in UTF-8; at most 255"),
        bad(BranchName::new, "a\nb", "U+000A"),
        bad(BranchName::new, "a\u200bb", "U+200B"),
        bad(BranchName::new, "a\ud800b", "surrogate"),
        bad(BranchName::new, "..", "'.' and '..'"),
        bad(BranchName::new, "a/../b", "'.' and '..'"),
        bad(BranchName::new, "a//b", "empty"),
        bad(BranchName::new, "/a", "empty"),
        bad(BranchName::new, "a@b", "'@'"),
        bad(BranchName::new, "a\\b", "'\\'"),
        bad(BranchName::new, " a", "white space"),
        bad(BranchName::new, "0123456789abcdef", "mistaken for a commit id"),
        bad(BranchName::new, "A".repeat(64), "mistaken for a commit id"),
        bad(TableName::of, "", "empty"),
        bad(TableName::of, "a..b", "empty"),
        bad(TableName::of, ".", "empty"),
        bad(TableName::of, ".a", "empty"),
        bad(TableName::of, "a/b", "'/'"),
        bad(TableName::of, "a\u0000b", "U+0000"),
        bad(TableName::of, long256, "256 bytes"),
        bad(TableName::of, ("x".repeat(250) + ".").repeat(4) + "y".repeat(30), "1024"),
        bad(name -> new TableName(List.of(), name), "a", "namespace"),
        bad(name -> new TableName(List.of("a.b"), name), "a", "cannot contain '.'"),
        bad(CommitId::new, "abc", "hexadecimal"),
        bad(CommitId::new, "ABCDEFABCDEFABCDEF", "hexadecimal"),
        bad(OperationId::of, "1-1-1-1-1", "36-character"),
        bad(OperationId::of, "nonsense", "36-character"));
  }

  private static Arguments bad(Function<String, Object> make, String value, String rule) {
    return Arguments.of(make, value, rule);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void statesTheRuleThatANameBreaks(Function<String, Object> make, String value, String rule) {
    assertThatThrownBy(() -> make.apply(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Invalid ")
        .hasMessageContaining(rule)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n", "\u0000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "team/nightly", "x", "2024-01", "deadbeef", "\u00fcber", "a.b"})
  void takesBranchNames(String name) {
    assertThat(new BranchName(name)).hasToString(name);
  }

  @Test
  void unqualifiedTableNamesLiveInTheDefaultNamespace() {
    assertThat(TableName.of("orders")).isEqualTo(TableName.of("default.orders"));
    assertThat(TableName.of("orders")).hasToString("orders");
    assertThat(TableName.of("orders").qualified()).isEqualTo("default.orders");
    assertThat(TableName.of("eu.sales.orders").namespace()).containsExactly("eu", "sales");
    assertThat(TableName.of("eu.sales.orders")).hasToString("eu.sales.orders");
  }

  @Test
  void operationIdsAreDrawnAnew() {
    assertThat(Stream.generate(OperationId::random).limit(1000).distinct()).hasSize(1000);
  }
}
