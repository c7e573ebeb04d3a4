package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.Capability;
import dev.landfall.internal.storage.Locations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class ProjectTest {

  @Parameter TestStore store;

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123456789Z");

  @TempDir Path directory;
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, () -> NOW, EngineHooks.NONE);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void timesAreThoseOfTheClockInMilliseconds() {
    Instant inMilliseconds = Instant.parse("2026-11-30T12:00:00.123Z");
    assertThat(lake.project.createdAt()).isEqualTo(inMilliseconds);
    assertThat(lake.main().head().committedAt()).isEqualTo(inMilliseconds);
    assertThat(lake.land("main", lake.creating("t")).committedAt()).isEqualTo(inMilliseconds);
  }

  @Test
  void theLocationOfAProjectIsAUriOfItsDirectory() throws Exception {
    assertThat(lake.project.location())
        .startsWith("file:///")
        .endsWith("/projects/demo")
        .isEqualTo("file://" + directory.toRealPath() + "/projects/demo");
    assertThat(Files.isDirectory(Locations.path(lake.project.location()))).isTrue();
    assertThat(lake.catalog.project(Lake.PROJECT)).isEqualTo(lake.project);
  }

  @Test
  void theEngineDoesAllThatCatalogsMayDoButHasNoKeysToHandOut() {
    assertThat(lake.catalog.capabilities())
        .isEqualTo(EnumSet.complementOf(EnumSet.of(Capability.STORAGE_ACCESS)));
  }
}
