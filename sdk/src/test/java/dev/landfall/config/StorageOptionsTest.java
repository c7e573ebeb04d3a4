package dev.landfall.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageOptionsTest {

  @Test
  void theSettingsAreIcebergsAndAKeyIsInNoText() {
    StorageOptions options =
        StorageOptions.defaults()
            .withS3Endpoint(URI.create("https://minio.example:9000"))
            .withS3PathStyleAccess()
            .withS3Region("eu-central-1")
            .withS3Credentials("AKIA", "s3cret")
            .with("s3.sse.type", "kms")
            .with("s3.sse.type", "s3");

    assertThat(options.properties())
        .containsOnly(
            entry("s3.endpoint", "https://minio.example:9000"),
            entry("s3.path-style-access", "true"),
            entry("client.region", "eu-central-1"),
            entry("s3.access-key-id", "AKIA"),
            entry("s3.secret-access-key", "s3cret"),
            entry("s3.sse.type", "s3"));
    assertThat(options.toString()).contains("s3.secret-access-key").doesNotContain("s3cret");
    assertThat(StorageOptions.defaults().properties()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"minio.example:9000", "ftp://host", "https://key:s3cret@host", "https:///path"})
  void anEndpointOfAnotherKindIsRefusedWithoutRepeatingASecret(String endpoint) {
    assertThatThrownBy(() -> StorageOptions.defaults().withS3Endpoint(URI.create(endpoint)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https://host:port")
        .message()
        .doesNotContain("s3cret");
  }
}
