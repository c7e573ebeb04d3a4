package dev.landfall.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.config.HttpOptions;
import dev.landfall.okhttp.OkHttpTransport;
import java.io.IOException;
import java.net.Socket;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No part of a request waits in a socket, whoever made the client. */
class NoDelaySocketsTest {

  static Stream<HttpOptions> clients() {
    return Stream.of(
        HttpOptions.defaults(),
        HttpOptions.builder().transport(OkHttpTransport.of(new OkHttpClient())).build());
  }

  @ParameterizedTest
  @MethodSource("clients")
  void everySocketSendsAtOnce(HttpOptions options) throws IOException {
    try (Socket socket = OkHttpClients.of(options).socketFactory().createSocket()) {
      assertThat(socket.getTcpNoDelay()).isTrue();
    }
  }
}
