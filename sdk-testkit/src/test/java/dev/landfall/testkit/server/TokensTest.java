package dev.landfall.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TokensTest {

  private static final String TOKEN = "correct-horse-battery";

  @TempDir Path directory;
  private BareLake lake;

  @BeforeEach
  void create() {
    lake = BareLake.create(directory.resolve("lake"));
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void onlyWhoHasATokenLearnsAnything() throws Exception {
    try (CatalogServer server =
        CatalogServer.builder(lake.catalog).token(TOKEN).tokens(Set.of("two")).start()) {
      URI uri = server.uri();
      for (String path :
          new String[] {"/v1/projects", "/v1/storage", "/v1/none", "/health/", "/"}) {
        for (String headers :
            new String[] {
              "",
              "Authorization: Bearer\r\n",
              "Authorization: Bearer \r\n",
              "Authorization: Bearer " + TOKEN + "x\r\n",
              "Authorization: Bearer " + TOKEN.substring(1) + "\r\n",
              "Authorization: Basic " + TOKEN + "\r\n",
              "Authorization: " + TOKEN + "\r\n",
              "Authorization: Bearer " + TOKEN + "\r\nAuthorization: Bearer " + TOKEN + "\r\n"
            }) {
          RawHttp.Answer answer = ask(uri, path, headers);
          assertThat(answer.code()).as(path + headers).isEqualTo("unauthenticated");
          assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
          assertThat(answer.text()).doesNotContain(TOKEN);
        }
      }
      assertThat(ask(uri, "/v1/projects", bearer(TOKEN)).status()).isEqualTo(200);
      assertThat(ask(uri, "/v1/projects", bearer("two")).status()).isEqualTo(200);
      assertThat(ask(uri, "/v1/projects", "authorization: bearer two\r\n").status()).isEqualTo(200);
      assertThat(ask(uri, "/health", "").status()).isEqualTo(200);
    }
  }

  @Test
  void tokensInAFileAreReplacedWhileTheServerRuns() throws Exception {
    Path file = Files.writeString(directory.resolve("tokens"), "old-1\n\n  old-2  \n");
    try (CatalogServer server =
        CatalogServer.builder(lake.catalog).token("fixed").tokenFile(file).start()) {
      URI uri = server.uri();
      assertThat(ask(uri, "/v1/projects", bearer("old-1")).status()).isEqualTo(200);
      assertThat(ask(uri, "/v1/projects", bearer("old-2")).status()).isEqualTo(200);
      // As long as before, and at once: the time stamp may be the same.
      for (int i = 0; i < 50; i++) {
        Files.writeString(file, "new-" + (i % 10) + "\n\n  mew-" + (i % 10) + "  \n");
        assertThat(ask(uri, "/v1/projects", bearer("new-" + i % 10)).status()).isEqualTo(200);
        assertThat(ask(uri, "/v1/projects", bearer("new-" + (i + 1) % 10)).status()).isEqualTo(401);
      }
      assertThat(ask(uri, "/v1/projects", bearer("old-1")).status()).isEqualTo(401);
      Files.delete(file);
      assertThat(ask(uri, "/v1/projects", bearer("new-9")).status()).isEqualTo(200);
      assertThat(ask(uri, "/v1/projects", bearer("fixed")).status()).isEqualTo(200);
    }
  }

  @Test
  void tokensThatNobodyCouldSendAreRefusedAtTheStart() throws Exception {
    CatalogServer.Builder builder = CatalogServer.builder(lake.catalog);
    for (String token : new String[] {"", " ", "a b", "ü", "a\n"}) {
      assertThatThrownBy(() -> builder.token(token)).isInstanceOf(IllegalArgumentException.class);
    }
    Path empty = Files.writeString(directory.resolve("empty"), "\n");
    assertThatThrownBy(() -> builder.tokenFile(empty)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> builder.tokenFile(directory.resolve("none")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void theLogHasALineForEachRequestAndNoTokenInAny() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (CatalogServer server = CatalogServer.builder(lake.catalog).token(TOKEN).start()) {
      URI uri = server.uri();
      String id = "Landfall-Request-Id: id-1\r\n";
      ask(uri, "/v1/projects/demo/branch?name=main&pageToken=" + TOKEN, bearer(TOKEN) + id);
      ask(uri, "/v1/projects?token=" + TOKEN + "&" + TOKEN, bearer(TOKEN + "x"));
      ask(uri, "/v1/projects/%zz", bearer(TOKEN));
      String operation = "11111111-2222-3333-4444-555555555555";
      ask(uri, "/v1/projects/demo/operations/" + operation + "?sha256=x", bearer(TOKEN));
      ask(uri, "/v1/projects", bearer(TOKEN) + "Idempotency-Key: " + TOKEN + "\r\n");
      assertThat(log.toString(StandardCharsets.UTF_8))
          .doesNotContain("battery")
          .containsPattern(
              "GET /v1/projects/demo/branch\\?name=main&\\.\\.\\. 400 invalid-request in \\d+ us,"
                  + " 0 bytes in, \\d+ bytes out, request id-1, operation -")
          .contains("GET /v1/projects?...&... 401 unauthenticated")
          .containsPattern("400 invalid-request .*request [0-9a-f]{16}")
          .contains("operation " + operation)
          .contains("GET /v1/projects 200 ok");
      assertThat(server.toString()).doesNotContain(TOKEN);
    } finally {
      System.setErr(err);
    }
  }

  @Test
  void theLogCanBeTurnedOff() throws Exception {
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try (CatalogServer server = CatalogServer.builder(lake.catalog).requestLog(false).start()) {
      assertThat(ask(server.uri(), "/health", "").status()).isEqualTo(200);
      assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("/health");
    } finally {
      System.setErr(err);
    }
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token + "\r\n";
  }

  private static RawHttp.Answer ask(URI uri, String path, String headers) throws Exception {
    return RawHttp.ask(uri, "GET", path, headers, new byte[0]);
  }
}
