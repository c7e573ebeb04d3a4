package dev.landfall.testkit.nessie;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Another client of Nessie, which knows nothing of projects: raw requests of its API. */
final class ForeignClient {

  private static final MediaType JSON = MediaType.get("application/json");

  /** A commit as Nessie tells of it. */
  record Entry(String hash, List<String> parents) {}

  private final OkHttpClient http = new OkHttpClient();
  private final ObjectMapper mapper = new ObjectMapper();
  private final URI server;

  ForeignClient(URI server) {
    this.server = server;
  }

  /** Commits a new namespace to a branch, and returns the new head. */
  String commitTo(String branch) {
    String head = head(branch);
    String name = "n" + UUID.randomUUID();
    JsonNode answer =
        send(
            "POST",
            "/trees/" + encoded(branch) + "@" + head + "/history/commit",
            "{\"commitMeta\":{\"message\":\"foreign\"},\"operations\":[{\"type\":\"PUT\",\"key\":"
                + "{\"elements\":[\""
                + name
                + "\"]},\"content\":{\"type\":\"NAMESPACE\",\"elements\":[\""
                + name
                + "\"]}}]}");
    return answer.at("/targetBranch/hash").textValue();
  }

  /** Puts content at a key of a branch. */
  void put(String branch, List<String> key, String content) {
    String elements = "[\"" + String.join("\",\"", key) + "\"]";
    send(
        "POST",
        "/trees/" + encoded(branch) + "@" + head(branch) + "/history/commit",
        "{\"commitMeta\":{\"message\":\"foreign\"},\"operations\":[{\"type\":\"PUT\",\"key\":"
            + "{\"elements\":"
            + elements
            + "},\"content\":"
            + content
            + "}]}");
  }

  /** Takes the content at a key of a branch away. */
  void drop(String branch, List<String> key) {
    send(
        "POST",
        "/trees/" + encoded(branch) + "@" + head(branch) + "/history/commit",
        "{\"commitMeta\":{\"message\":\"foreign\"},\"operations\":[{\"type\":\"DELETE\",\"key\":"
            + "{\"elements\":[\""
            + String.join("\",\"", key)
            + "\"]}}]}");
  }

  /** Creates a branch or tag at a commit. */
  void create(String type, String name, String hash) {
    send(
        "POST",
        "/trees?type=" + type + "&name=" + encoded(name),
        "{\"type\":\"DETACHED\",\"hash\":\"" + hash + "\"}");
  }

  String head(String reference) {
    return send("GET", "/trees/" + encoded(reference), null).at("/reference/hash").textValue();
  }

  /** Returns all commits of a reference, the newest first. */
  List<Entry> history(String reference) {
    List<Entry> entries = new ArrayList<>();
    String first = "/trees/" + encoded(reference) + "/history?max-records=250";
    String next = first;
    boolean more = true;
    while (more) {
      JsonNode page = send("GET", next, null);
      for (JsonNode each : page.get("logEntries")) {
        List<String> parents = new ArrayList<>();
        each.at("/commitMeta/parentCommitHashes").forEach(hash -> parents.add(hash.textValue()));
        entries.add(new Entry(each.at("/commitMeta/hash").textValue(), parents));
      }
      more = page.get("hasMore").booleanValue();
      next = first + "&page-token=" + encoded(page.path("token").asText());
    }
    return entries;
  }

  /** Returns the names of all references that contain a text. */
  List<String> references(String text) {
    List<String> names = new ArrayList<>();
    String next = "/trees?max-records=250";
    boolean more = true;
    while (more) {
      JsonNode page = send("GET", next, null);
      for (JsonNode each : page.get("references")) {
        String name = each.get("name").textValue();
        if (name.contains(text)) {
          names.add(name);
        }
      }
      more = page.get("hasMore").booleanValue();
      next = "/trees?max-records=250&page-token=" + encoded(page.path("token").asText());
    }
    return names;
  }

  void delete(String reference) {
    send("DELETE", "/trees/" + encoded(reference) + "@" + head(reference), "");
  }

  private JsonNode send(String method, String path, String body) {
    Request request =
        new Request.Builder()
            .url(server + path)
            .method(method, body == null ? null : RequestBody.create(body, JSON))
            .header("Nessie-Client-Spec", "2")
            .build();
    try (Response response = http.newCall(request).execute()) {
      String text = response.body().string();
      if (response.code() != 200) {
        throw new AssertionError(method + " " + path + " was answered " + text);
      }
      return mapper.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String encoded(String reference) {
    return URLEncoder.encode(reference, StandardCharsets.UTF_8);
  }
}
