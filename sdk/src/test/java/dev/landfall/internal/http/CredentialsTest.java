package dev.landfall.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Credentials;
import dev.landfall.config.HttpOptions;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.model.ProjectName;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where tokens go, and that they go nowhere else. */
class CredentialsTest {

  private static final ProjectName DEMO = new ProjectName("demo");
  private static final String PROJECT =
      "{\"name\":\"demo\",\"location\":\"file:///lake/demo\",\"createdAt\":\"2026-01-01T00:00:00Z\"}";
  private static final String REFUSED =
      new String(
          ErrorEnvelope.of(ErrorCode.UNAUTHENTICATED, "No", "id").encode(), StandardCharsets.UTF_8);

  private final ScriptedServer server = new ScriptedServer();

  @AfterEach
  void close() {
    server.close();
  }

  /** Hands out a numbered token, a new one after each that was rejected. */
  private static final class Rotating implements Credentials {
    private int asked;
    private int number = 1;

    @Override
    public String token() {
      asked++;
      return "s3cret-" + number;
    }

    @Override
    public void rejected(String token) {
      if (token.equals("s3cret-" + number)) {
        number++;
      }
    }
  }

  @Test
  void theTokenIsAskedForEachRequest() {
    server.next(200, PROJECT).next(200, PROJECT);
    Rotating credentials = new Rotating();

    try (HttpCatalog catalog = catalog(credentials)) {
      catalog.project(DEMO);
      catalog.project(DEMO);
    }

    assertThat(credentials.asked).isEqualTo(2);
    assertThat(server.received())
        .extracting(request -> request.header("Authorization"))
        .containsOnly("Bearer s3cret-1");
  }

  @Test
  void aRejectedTokenIsReplacedOnceAndNoMore() {
    server.next(401, REFUSED).next(200, PROJECT).next(401, REFUSED).next(401, REFUSED);

    try (HttpCatalog catalog = catalog(new Rotating())) {
      assertThat(catalog.project(DEMO).name()).isEqualTo(DEMO);
      assertThat(catchThrowable(() -> catalog.project(DEMO)))
          .isInstanceOf(UnauthenticatedException.class);
    }

    assertThat(server.received())
        .extracting(request -> request.header("Authorization"))
        .containsExactly(
            "Bearer s3cret-1", "Bearer s3cret-2", "Bearer s3cret-2", "Bearer s3cret-3");
  }

  @Test
  void theSameTokenIsNotSentAgain() {
    server.next(401, REFUSED);

    try (HttpCatalog catalog = catalog(() -> "s3cret")) {
      assertThat(catchThrowable(() -> catalog.project(DEMO)))
          .isInstanceOf(UnauthenticatedException.class);
    }

    assertThat(server.received()).hasSize(1);
  }

  @Test
  void aGatewaysRefusalRenewsTheTokenForTheNextAttempt() {
    server.next(401, "").next(200, PROJECT);

    try (HttpCatalog catalog = catalog(new Rotating())) {
      assertThat(catchThrowable(() -> catalog.project(DEMO))).isInstanceOf(ProtocolException.class);
      catalog.project(DEMO);
    }

    assertThat(server.received())
        .extracting(request -> request.header("Authorization"))
        .containsExactly("Bearer s3cret-1", "Bearer s3cret-2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s3cret\r\nHost: evil", "s3cret\u00fc", "s3 cret"})
  void aTokenThatCannotStandInAHeaderIsRefusedAndNotRepeated(String token) {
    try (HttpCatalog catalog = catalog(() -> token)) {
      UnavailableException thrown =
          catchThrowableOfType(UnavailableException.class, () -> catalog.project(DEMO));

      assertThat(thrown.mayHaveBeenSent()).isFalse();
      assertThat(textOf(thrown)).doesNotContain("s3");
    }
    assertThat(server.received()).isEmpty();
  }

  @Test
  void credentialsThatFailSendNothing() {
    RuntimeException failure = new IllegalStateException("The vault is sealed");

    try (HttpCatalog catalog =
        catalog(
            () -> {
              throw failure;
            })) {
      UnavailableException thrown =
          catchThrowableOfType(UnavailableException.class, () -> catalog.project(DEMO));

      assertThat(thrown.mayHaveBeenSent()).isFalse();
      assertThat(thrown).hasCause(failure);
    }
  }

  @Test
  void noFailureRepeatsTheToken() {
    server.next(exchange -> {}).next(500, "").next(200, "{").next(401, REFUSED);

    try (HttpCatalog catalog = catalog(() -> "s3cret")) {
      for (int i = 0; i < 4; i++) {
        assertThat(textOf(catchThrowable(() -> catalog.project(DEMO)))).doesNotContain("s3cret");
      }
    }
    assertThat(HttpOptions.builder().credentials(() -> "s3cret").build().toString())
        .doesNotContain("s3cret");
  }

  private HttpCatalog catalog(Credentials credentials) {
    return HttpCatalog.at(server.uri(), HttpOptions.builder().credentials(credentials).build());
  }

  private static String textOf(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString().replaceAll("at dev\\.landfall.*", "");
  }
}
