package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program, as a process of its own. */
@Timeout(180)
class ServeCatalogTest {

  @TempDir Path directory;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void itServesUntilItIsAskedToEndAndThenEndsWell() throws Exception {
    Path tokens = Files.writeString(directory.resolve("tokens"), "one\n");
    Path lake = directory.resolve("lake");
    Path access = Files.writeString(directory.resolve("access"), "s3.access-key-id=a");
    refuses(
        "give both or none", "--data", lake.toString(), "--storage-access-file", access.toString());
    Files.writeString(
        access,
        "s3.access-key-id = id\ns3.secret-access-key = secret\nexpires-at = 2030-01-02T03:04:05Z\n");
    for (int run = 0; run < 2; run++) {
      Process process =
          start(
              "--data",
              lake.toString(),
              "--host",
              "::1",
              "--token-file",
              tokens.toString(),
              "--storage-access-file",
              access.toString());
      try (BufferedReader out =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        String line = CompletableFuture.supplyAsync(() -> readLine(out)).get(60, TimeUnit.SECONDS);
        assertThat(line).startsWith("Serving at http://[::1]:");
        URI uri = URI.create(line.substring("Serving at ".length()));
        assertThat(RawHttp.get(uri, "/v1/projects").status()).isEqualTo(401);
        RawHttp.Answer created =
            RawHttp.post(
                uri,
                "/v1/projects",
                "Authorization: Bearer one\r\n",
                "{\"name\":\"demo\"}".getBytes(UTF_8));
        assertThat(
                RawHttp.ask(uri, "GET", "/v1/storage", "Authorization: Bearer one\r\n", new byte[0])
                    .text())
            .contains("\"s3.secret-access-key\":\"secret\"")
            .contains("\"expiresAt\":\"2030-01-02T03:04:05Z\"");
        // The second run finds what the first one left.
        assertThat(created.status()).isEqualTo(run == 0 ? 201 : 409);
        // SIGTERM
        assertThat(process.toHandle().destroy()).isTrue();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out.readLine()).isNull();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void whatItCannotDoItSaysInOneLineAndEndsWithTwo() throws Exception {
    String lake = directory.resolve("lake").toString();
    String file = Files.writeString(directory.resolve("file"), "x").toString();
    try (BareLake open = BareLake.create(directory.resolve("open"));
        CatalogServer server = CatalogServer.builder(open.catalog).start()) {
      String port = Integer.toString(server.uri().getPort());
      refuses("--data is missing");
      refuses("--data is missing", "--port", "1");
      refuses("Unknown flag --what", "--data", lake, "--what", "1");
      refuses("--port lacks its value", "--data", lake, "--port");
      refuses("without --database", "--data", lake, "--database", "jdbc:postgresql://h/d");
      refuses("no JDBC address", "--database", "localhost");
      refuses("holds a password", "--database", "jdbc:postgresql://h/d?password=x");
      refuses("Connection", "--database", "jdbc:postgresql://localhost:1/d?user=u");
      refuses("--data lacks its value", "--data", "--port", "1");
      refuses("--port is not a number", "--data", lake, "--port", "x");
      refuses("70000", "--data", lake, "--port", "70000");
      refuses("NAME=VALUE", "--data", lake, "--storage-property", "s3.endpoint");
      for (String name :
          List.of(
              "s3.secret-access-key", "s3.session-token", "gcs.oauth2.token", "adls.sas-token.a")) {
        refuses(
            "default chain", "--data", lake, "--storage-property", name + "=" + "a-secret-value");
        assertThat(directory.resolve("stderr")).content().doesNotContain("a-secret-value");
      }
      refuses("object store of a known kind", "--data", lake, "--warehouse", "ftp://host/lake");
      refuses("token-file", "--data", lake, "--token-file", lake + "/none");
      refuses(file, "--data", file + "/lake");
      refuses("open for writing", "--data", directory.resolve("open").toString());
      refuses("Cannot listen", "--data", lake, "--port", port);
    }
  }

  private void refuses(String message, String... arguments) throws Exception {
    Process process = start(arguments);
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      List<String> lines =
          Files.readAllLines(directory.resolve("stderr")).stream()
              .filter(line -> !line.matches("\\[.*] (INFO|WARN) .*"))
              .toList();
      assertThat(lines).as(String.join(" ", arguments)).hasSize(1);
      assertThat(lines.get(0)).startsWith("Cannot serve: ").contains(message);
      assertThat(process.exitValue()).isEqualTo(2);
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(ServeCatalog.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(directory.resolve("stderr").toFile()).start();
  }

  private static String readLine(BufferedReader out) {
    try {
      return String.valueOf(out.readLine());
    } catch (IOException e) {
      return "The output broke off: " + e;
    }
  }
}
