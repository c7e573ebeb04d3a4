package dev.landfall.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.NotSupportedException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarehouseTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "/data/lake/, file:///data/lake/demo",
    "file:/data/lake, file:///data/lake/demo",
    "file:///data/a lake, file:///data/a lake/demo",
    "s3://bucket, s3://bucket/demo",
    "s3://bucket/lake/, s3://bucket/lake/demo",
    "s3a://bucket/lake, s3a://bucket/lake/demo"
  })
  void aProjectLiesInIt(String warehouse, String location) {
    assertThat(Warehouse.at(warehouse).within("demo").location()).isEqualTo(location);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "relative/path",
        "ftp://host/path",
        "s3://key:s3cret@bucket/lake",
        "s3://bucket/a%20lake",
        "s3://bucket/lake?token=s3cret",
        "s3://bucket//lake"
      })
  void anotherPlaceIsRefusedWithoutRepeatingASecret(String warehouse) {
    assertThatThrownBy(() -> Warehouse.at(warehouse))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void itIsNamedOnce() {
    assertThat(Warehouse.oneOf(Optional.empty(), null)).isEmpty();
    assertThatThrownBy(() -> Warehouse.oneOf(Optional.of("/a"), "/b"))
        .hasMessageContaining("set twice");
  }

  @ParameterizedTest
  @CsvSource({"gs://bucket/lake, iceberg-gcp", "abfss://box@account/lake, iceberg-azure"})
  void whatALibraryIsMissingForIsRefusedByNameBeforeAnythingIsMade(String warehouse, String name) {
    Path lake = directory.resolve("lake");

    assertThatThrownBy(() -> LandfallClient.builder().directory(lake).warehouse(warehouse).build())
        .isInstanceOf(NotSupportedException.class)
        .hasMessageContaining("org.apache.iceberg:" + name);
    assertThat(lake).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "s3://b/demo, s3://b/demo/t/1.json, true",
    "s3://b/demo, s3a://b/demo/t/1.json, true",
    "s3://b/demo, s3://b/demo, true",
    "s3://b/demo, s3://b/demo2/t/1.json, false",
    "s3://b/demo, s3://b/demo/../other/1.json, false",
    "s3://b/demo, /b/demo/t/1.json, false",
    "/b/demo, s3://b/demo/t/1.json, false",
    "/b/demo, file:///b/demo/t/1.json, true",
    "/b/demo, /b/demo/../other/1.json, false"
  })
  void oneLocationIsUnderAnotherWhateverItsSpelling(String root, String location, boolean under) {
    assertThat(Locations.isUnder(root, location)).isEqualTo(under);
  }
}
