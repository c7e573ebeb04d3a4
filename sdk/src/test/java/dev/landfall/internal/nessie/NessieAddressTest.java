package dev.landfall.internal.nessie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.LandfallClient;
import dev.landfall.model.ProjectName;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NessieAddressTest {

  @Test
  void anAddressIsTakenApart() {
    NessieAddress address =
        NessieAddress.of(
            URI.create(
                "nessie+https://nessie.example/some/api/v2?root=lake&warehouse=/data/a%20lake"));

    assertThat(address.api()).isEqualTo(URI.create("https://nessie.example/some/api/v2"));
    assertThat(address.warehouse()).contains("/data/a lake");
    assertThat(address.root()).contains(new ProjectName("lake"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nessie+http://host/api/v1",
        "nessie+http://host",
        "nessie+ftp://host/api/v2",
        "nessie+http:///api/v2",
        "nessie+http://user:s3cret@host/api/v2",
        "nessie+http://host/api/v2?token=s3cret",
        "nessie+http://host/api/v2?warehouse=/a&warehouse=/b",
        "nessie+http://host/api/v2?warehouse=relative",
        "nessie+http://host/api/v2?root=s3cret%40x",
        "nessie+http://host/api/v2?root",
        "nessie+http://host/api/v2#s3cret"
      })
  void anAddressOfAnotherKindIsRefusedWithoutRepeatingASecret(String address) {
    assertThatThrownBy(() -> LandfallClient.connect(URI.create(address)))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("s3cret");
  }

  @Test
  void aWarehouseIsSetOnce() {
    assertThatThrownBy(
            () ->
                LandfallClient.builder()
                    .uri(URI.create("nessie+http://host/api/v2?warehouse=/a"))
                    .warehouse(Path.of("/b"))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
  }
}
