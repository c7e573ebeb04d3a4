package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.internal.wire.PageToken;
import dev.landfall.model.CommitId;
import dev.landfall.model.PageRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class PageTokenTest {

  @Parameter TestStore store;

  @TempDir Path directory;
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, EngineHooks.NONE);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void aForgedTokenWithARightChecksumIsRefusedToo() {
    CommitId head = lake.land("main", lake.creating("a")).id();
    for (String place : List.of("", "no commit id", "../..", "\u0000")) {
      String forged =
          PageToken.of("log", Lake.PROJECT.value(), head.value())
              .after(List.of(1, 2), PageRequest.first(1), item -> place)
              .nextToken()
              .orElseThrow();
      assertThatThrownBy(() -> lake.catalog.log(Lake.PROJECT, head, new PageRequest(forged, 1)))
          .as(place)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("page token");
    }
  }
}
