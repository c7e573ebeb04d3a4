package dev.landfall;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.Comparison;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that were saved once are resumed by every later version of the SDK. */
class SavedCommitGoldenTest {

  @ParameterizedTest
  @CsvSource({
    "message-absent,HEAD,",
    "message-empty,HEAD,''",
    "message-x,HEAD,x",
    "release,TABLES,x"
  })
  void version1IsResumed(String file, Comparison comparison, @Nullable String message)
      throws IOException {
    String golden = golden("v1/" + file + ".json");

    SavedCommit saved = SavedCommit.fromJson(golden);

    assertThat(saved.formatVersion()).isEqualTo(1);
    assertThat(saved.project()).isEqualTo(new ProjectName("demo"));
    assertThat(saved.branch()).isEqualTo(new BranchName("team/nightly"));
    assertThat(saved.operationId()).isEqualTo(OPERATION);
    assertThat(saved.toRequest().content()).isEqualTo(content(comparison, message));
    assertThat(saved.toJson()).isEqualTo(golden);
  }

  private static String golden(String file) throws IOException {
    try (InputStream in =
        SavedCommitGoldenTest.class.getResourceAsStream("/golden/saved-commit/" + file)) {
      assertThat(in).as(file).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static final OperationId OPERATION =
      OperationId.of("6f1c2d2e-7b1a-4c55-9d0e-2f4b8a9c0d11");

  private static CommitContent content(Comparison comparison, @Nullable String message) {
    UUID orders = UUID.fromString("0b7e6c1a-3f52-4d8e-8a4b-5c6d7e8f9a01");
    UUID labels = UUID.fromString("1c8f7d2b-4063-4e9f-9b5c-6d7e8f9a0b12");
    UUID prices = UUID.fromString("4fb2a05e-7396-41c2-8e8f-9a0b1c2d3e45");
    return new CommitContent(
        new ProjectName("demo"),
        new BranchName("team/nightly"),
        UUID.fromString("50c3b16f-84a7-42d3-9f90-0b1c2d3e4f56"),
        new CommitId("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        comparison,
        OPERATION,
        message,
        Map.of("job", "nightly \"7\"", "Größe", "1\n2\\3"),
        List.of(
            new Change.Update(
                TableName.of("sales.orders"),
                orders,
                "file:/lake/demo/orders/metadata/00001-a.metadata.json",
                "file:/lake/demo/orders/metadata/00002-b.metadata.json"),
            new Change.Create(
                TableName.of("labels"),
                labels,
                "file:/lake/demo/labels/metadata/00000-c.metadata.json"),
            new Change.Drop(TableName.of("old")),
            new Change.Rename(TableName.of("draft"), TableName.of("sales.final")),
            new Change.AssertUnchanged(
                TableName.of("prices"),
                prices,
                "file:/lake/demo/prices/metadata/00007-d.metadata.json")));
  }
}
