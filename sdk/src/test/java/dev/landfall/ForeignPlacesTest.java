package dev.landfall;

import static dev.landfall.TestLake.count;
import static dev.landfall.TestLake.orders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.landfall.rows.Rows;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program writes is the same wherever it runs, and whatever its directory is named. */
class ForeignPlacesTest {

  private static final Schema PRICES =
      new Schema(
          Types.NestedField.required(1, "id", Types.IntegerType.get()),
          Types.NestedField.required(2, "price", Types.DoubleType.get()));

  @TempDir Path directory;
  private final Locale usual = Locale.getDefault();

  @AfterEach
  void goHome() {
    Locale.setDefault(usual);
  }

  /** Digits of their own, a comma in numbers, and an i whose capital has a dot. */
  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "hi-IN-u-nu-deva", "de-DE", "tr-TR"})
  void aLocaleChangesNoNameAndNoValue(String locale) throws Exception {
    Locale.setDefault(Locale.forLanguageTag(locale));

    publishAndResume(directory.resolve("lake"));

    assertThat(filesBelow(directory.resolve("lake"))).allMatch(ForeignPlacesTest::isAscii);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a lake #1 %41 [x] 100% +&=;,'", "ein See für alle"})
  void aDirectoryMayHaveAnyName(String name) throws Exception {
    Charset ofNames = Charset.forName(System.getProperty("sun.jnu.encoding"));
    assumeThat(ofNames.newEncoder().canEncode(name)).as("Java can name it here").isTrue();

    publishAndResume(directory.resolve(name));
  }

  private static void publishAndResume(Path place) throws Exception {
    SavedCommit saved;
    try (TestLake lake = TestLake.create(place)) {
      Path csv = Files.writeString(place.resolve("prices.csv"), "id,price\n1,1234.5\n");
      BranchHead main = lake.main();
      saved =
          main.commit()
              .updateTable(main.table("orders").append(Rows.of(orders(10, 11))))
              .createTable("INDIVIDUAL.prices", lake.project.writeTable(Rows.csv(csv, PRICES)))
              .freeze()
              .save();
    }
    try (TestLake lake = TestLake.reopen(place)) {
      BranchHead head =
          lake.project.resumeCommit(SavedCommit.fromJson(saved.toJson())).recoverOrPublish();
      assertThat(count(head, "orders")).isEqualTo(11);
      assertThat(head.table("INDIVIDUAL.prices").rows())
          .extracting(row -> row.getField("price"))
          .containsExactly(1234.5);
      assertThat(lake.project.maintenance().findOrphanFiles(Duration.ofDays(1)).files()).isEmpty();
    }
  }

  /** The names of all files below a directory. */
  private static List<String> filesBelow(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static boolean isAscii(String text) {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(text);
  }
}
