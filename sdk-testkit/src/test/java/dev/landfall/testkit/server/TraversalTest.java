package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.Change;
import dev.landfall.model.TableName;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a client names, no file outside of its project's location is reached. */
@Timeout(120)
class TraversalTest {

  @TempDir Path directory;

  @Test
  void noNameLocationOrPathLeadsOutOfTheProject() throws Exception {
    Path root = directory.resolve("lake");
    try (BareLake lake = BareLake.create(root);
        CatalogServer server = CatalogServer.builder(lake.catalog).start()) {
      URI uri = server.uri();
      Files.writeString(directory.resolve("outside.json"), "{}");
      Path folder = Files.createDirectories(lake.files()).resolve("folder");
      Files.createSymbolicLink(folder, directory);
      Files.createSymbolicLink(
          lake.files().resolve("link.json"), directory.resolve("outside.json"));
      String before = lake.state();
      List<Path> files = files(root);

      String project = lake.project.location();
      for (String location :
          List.of(
              project + "/../../../outside.json",
              project + "/%2e%2e/%2e%2e/%2e%2e/outside.json",
              project + "/..%2f..%2f..%2foutside.json",
              project + "/folder/outside.json",
              project + "/link.json",
              project + "/\\..\\outside.json",
              project + "/\u0000",
              project + "/ü/\ud83d\ude00",
              project + "/" + "x".repeat(3000),
              project.replace("/demo", "/other") + "/x",
              "file://" + directory.resolve("outside.json"),
              directory.resolve("outside.json").toString(),
              "file:///etc/passwd",
              "http://127.0.0.1/x")) {
        PublishRequest request =
            lake.request(new Change.Create(TableName.of("t"), UUID.randomUUID(), location));
        RawHttp.Answer answer =
            RawHttp.post(uri, "/v1/projects/demo/commits", BareLake.key(request), request.bytes());
        assertThat(answer.code()).as(location).isEqualTo("invalid-request");
      }
      for (String name : List.of("..", ".", "../x", "..%2fx", "%2e%2e", "a/b", "/", "a\\u0000")) {
        String body = "{\"name\":\"" + name + "\"}";
        RawHttp.Answer answer = RawHttp.post(uri, "/v1/projects", "", body.getBytes(UTF_8));
        assertThat(answer.code()).as(name).isEqualTo("invalid-request");
      }
      for (String path :
          List.of(
              "/v1/projects/..",
              "/v1/projects/../projects",
              "/v1/projects/demo/../../../etc/passwd",
              "/v1/projects/%2e%2e/branches",
              "/v1/projects/..%2f..%2fetc/branches",
              "/v1/projects/demo%2f..%2f/branches",
              "/v1/projects/demo%5c..",
              "/v1//projects",
              "/v1/projects/demo;x=1",
              "/v1/projects/demo;/branches",
              "/v1/projects/%64emo",
              "//v1/projects",
              "/v1/projects/demo/branch?name=../../x",
              "/v1/projects/demo/branch?name=%2e%2e%2fx")) {
        RawHttp.Answer answer = RawHttp.get(uri, path);
        assertThat(answer.code()).as(path).isIn("invalid-request", "not-found");
      }
      assertThat(lake.state()).isEqualTo(before);
      assertThat(files(root)).isEqualTo(files);
    }
  }

  private static List<Path> files(Path root) throws Exception {
    try (Stream<Path> files = Files.walk(root)) {
      return files.sorted().toList();
    }
  }
}
