package dev.landfall.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.LandfallClient;
import dev.landfall.config.HttpOptions;
import dev.landfall.model.PageRequest;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://host/lake",
        "file:///lake",
        "lake",
        "http:///lake",
        "http://user:marker@host/lake",
        "https://marker@host",
        "http://host/lake?token=marker",
        "http://host/lake#marker"
      })
  void whatIsNoAddressOfACatalogIsRefusedAndNotRepeated(String address) {
    assertThatThrownBy(() -> LandfallClient.connect(URI.create(address)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid address of a catalog")
        .hasMessageNotContaining("marker");
  }

  @ParameterizedTest
  @CsvSource({
    "'', /v1/projects",
    "/, /v1/projects",
    "/a/b, /a/b/v1/projects",
    "/a/, /a/v1/projects"
  })
  void thePathOfTheAddressIsKept(String path, String expected) {
    try (ScriptedServer server = new ScriptedServer();
        HttpCatalog catalog =
            HttpCatalog.at(URI.create(server.uri() + path), HttpOptions.defaults())) {
      server.next(200, "{\"projects\":[]}");

      catalog.projects(PageRequest.first(5));

      assertThat(server.received().get(0).uri()).isEqualTo(expected + "?pageSize=5");
    }
  }

  @Test
  void connectingDoesNoInputOrOutput() {
    LandfallClient.connect(URI.create("http://no-such-host.invalid")).close();
  }
}
