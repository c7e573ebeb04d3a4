package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand requests that are wrong in ways that nobody thought of. */
@Timeout(120)
class FuzzTest {

  private static final int REQUESTS = 10_000;
  private static final long MOST_NANOS = 40_000_000_000L;

  private static final String LETTERS = "GET POST/v1 HTTP/1.1\r\n\r\n: {}";
  private static final String MARKS = "%/.?&={}[]\"\\\0+;:,";

  @TempDir Path directory;

  /** A right request but for what it asks: nothing in it can have an effect. */
  private record Template(String method, String path, List<String> headers, byte[] body) {}

  @Test
  void nothingThatIsSentBreaksTheServerOrChangesTheCatalog() throws Exception {
    long seed = Long.getLong("fuzz.seed", System.nanoTime());
    System.out.println("FuzzTest: seed " + seed + ", repeat with -Dfuzz.seed=" + seed);
    Random random = new Random(seed);
    try (BareLake lake = BareLake.create(directory.resolve("lake"));
        CatalogServer server =
            CatalogServer.builder(lake.catalog).token("token").requestLog(false).start()) {
      lake.land(lake.creating("orders"));
      List<Template> templates = templates(lake);
      String before = lake.state();
      TreeMap<Integer, Integer> statuses = new TreeMap<>();
      long end = System.nanoTime() + MOST_NANOS;
      int sent = 0;
      while (sent < REQUESTS && System.nanoTime() < end) {
        byte[] request =
            random.nextInt(10) == 0
                ? garbage(random)
                : mutated(templates.get(random.nextInt(templates.size())), random);
        String what = "seed " + seed + ", request " + sent + ":\n" + printable(request) + "\n";
        for (RawHttp.Answer answer : exchange(server.uri(), request, what)) {
          check(answer, what);
          statuses.merge(answer.status(), 1, Integer::sum);
        }
        sent++;
      }
      System.out.println("FuzzTest: " + sent + " requests, answered " + statuses);
      assertThat(sent).as("requests within the time").isGreaterThan(REQUESTS / 10);
      assertThat(statuses).containsKeys(200, 400, 401, 404);
      assertThat(lake.state()).isEqualTo(before);

      PublishRequest request = lake.request(lake.creating("afterwards"));
      RawHttp.Answer published =
          RawHttp.post(
              server.uri(),
              "/v1/projects/demo/commits",
              "Authorization: Bearer token\r\n" + BareLake.key(request),
              request.bytes());
      assertThat(published.status()).isEqualTo(200);
      assertThat(lake.head().value()).isEqualTo(request.sha256());
    }
  }

  private static void check(RawHttp.Answer answer, String what) {
    assertThat(answer.status()).as(what + answer.text()).isLessThan(500);
    assertThat(answer.text())
        .as(what)
        .doesNotContain("Exception", "at dev.landfall", "at org.eclipse", "<html");
    // The body of an answer to HEAD is left out.
    if (answer.status() >= 300 && answer.body().length > 0) {
      assertThat(ErrorEnvelope.decode(answer.status(), answer.body()))
          .as(what + answer.status() + answer.text())
          .isPresent();
    }
  }

  /** Requests that have no effect unless a mutation gave them one, which the token keeps out. */
  private static List<Template> templates(BareLake lake) {
    String demo = "/v1/projects/demo";
    String commit = demo + "/commits/" + lake.head();
    PublishRequest stale = lake.request(lake.creating("stale"));
    lake.land(lake.creating("labels"));
    // Valid, and late: whatever a changed byte makes of it, main is elsewhere.
    List<String> publishing =
        List.of("Content-Type: application/json", "Idempotency-Key: " + stale.operationId());
    String sha256 = stale.sha256();
    OperationId fenced = stale.operationId();
    List<String> json = List.of("Content-Type: application/json");
    List<Template> templates = new ArrayList<>();
    for (String path :
        List.of(
            "/v1/projects?pageSize=10",
            demo,
            demo + "/branches?pageSize=1",
            demo + "/branch?name=main",
            commit,
            commit + "/log?pageSize=1",
            commit + "/tables?pageToken=AAAAAAAA",
            commit + "/table?name=a.b",
            demo + "/operations/" + fenced + "?sha256=" + sha256,
            "/health")) {
      templates.add(new Template("GET", path, List.of(), new byte[0]));
    }
    templates.add(new Template("POST", demo + "/commits", publishing, stale.bytes()));
    templates.add(new Template("POST", demo + "/commits", publishing, stale.bytes()));
    templates.add(
        new Template(
            "POST",
            "/v1/projects",
            json,
            RequestCodec.encodeCreateProject(new ProjectName("demo"))));
    templates.add(
        new Template(
            "POST",
            demo + "/branches",
            json,
            RequestCodec.encode(
                new RequestCodec.CreateBranch(new BranchName("main"), lake.head()))));
    templates.add(
        new Template(
            "DELETE",
            demo + "/branch?name=main&expectedHead=" + "0".repeat(64),
            List.of(),
            new byte[0]));
    templates.add(
        new Template(
            "POST",
            demo + "/operations/" + fenced + "/abandon",
            json,
            RequestCodec.encodeAbandon(sha256)));
    return templates;
  }

  private static byte[] mutated(Template template, Random random) {
    boolean creates = template.method().equals("POST") && template.path().endsWith("s");
    boolean publishes = template.path().endsWith("/commits");
    String path = template.path();
    String method = template.method();
    byte[] body = template.body();
    List<String> headers = new ArrayList<>(template.headers());
    headers.add("Host: a");
    // A new name of a project or branch would be a right request: such bodies come without a token.
    boolean bodyChanged = body.length > 0 && random.nextBoolean();
    if (bodyChanged) {
      body = bytesChanged(body, random);
    }
    headers.add(
        random.nextInt(8) == 0 || (bodyChanged && creates && !publishes)
            ? "Authorization: Bearer wrong"
            : "Authorization: Bearer token");
    if (body.length > 0 || random.nextInt(20) == 0) {
      headers.add("Content-Length: " + (random.nextInt(20) == 0 ? body.length + 1 : body.length));
    }
    if (random.nextInt(3) == 0) {
      path = new String(bytesChanged(path.getBytes(ISO_8859_1), random), ISO_8859_1);
    }
    if (random.nextInt(3) == 0) {
      int at = random.nextInt(headers.size());
      switch (random.nextInt(4)) {
        case 0 -> headers.remove(at);
        case 1 -> headers.add(headers.get(at));
        case 2 -> headers.add("X-" + random.nextInt() + ": " + "y".repeat(random.nextInt(20_000)));
        default ->
            headers.set(
                at, new String(bytesChanged(headers.get(at).getBytes(UTF_8), random), ISO_8859_1));
      }
    }
    if (random.nextInt(15) == 0) {
      method =
          List.of("HEAD", "PUT", "OPTIONS", "TRACE", "get", "CONNECT", "PRI", "X")
              .get(random.nextInt(8));
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    String version = random.nextInt(30) == 0 ? "HTTP/1.0" : "HTTP/1.1";
    request.writeBytes((method + " " + path + " " + version + "\r\n").getBytes(ISO_8859_1));
    request.writeBytes((String.join("\r\n", headers) + "\r\n\r\n").getBytes(ISO_8859_1));
    request.writeBytes(body);
    byte[] bytes = request.toByteArray();
    // Cut off anywhere, sometimes.
    return random.nextInt(25) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private static byte[] bytesChanged(byte[] original, Random random) {
    byte[] bytes = original.clone();
    for (int i = random.nextInt(3); i >= 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        default -> {
          byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
          System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
          longer[at] = (byte) MARKS.charAt(random.nextInt(MARKS.length()));
          bytes = longer;
        }
      }
    }
    return bytes;
  }

  private static byte[] garbage(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(500)];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
      }
    }
    return bytes;
  }

  /** Sends the bytes and nothing more, and reads all answers until the server ends. */
  private static List<RawHttp.Answer> exchange(URI server, byte[] request, String what)
      throws IOException {
    try (RawHttp http = RawHttp.connect(server)) {
      try {
        http.send(request);
        http.endOutput();
      } catch (IOException e) {
        // The server had seen enough, and ended the connection before all was sent.
        return answers(http.rest(), what);
      }
      return answers(http.rest(), what);
    }
  }

  private static List<RawHttp.Answer> answers(byte[] bytes, String what) throws IOException {
    List<RawHttp.Answer> answers = new ArrayList<>();
    String text = new String(bytes, ISO_8859_1);
    boolean toHead = what.contains(":\nHEAD ");
    int at = 0;
    while (text.startsWith("HTTP/1.1 ", at)) {
      int end = text.indexOf("\r\n\r\n", at);
      if (end < 0) {
        throw new IOException(what + "A head without an end: " + text);
      }
      String head = text.substring(at, end);
      int status = Integer.parseInt(head.substring(9, 12));
      int length = 0;
      for (String line : head.split("\r\n")) {
        if (line.regionMatches(true, 0, "Content-Length: ", 0, 16)) {
          length = Integer.parseInt(line.substring(16));
        }
      }
      int from = end + 4;
      int to = toHead ? from : Math.min(bytes.length, from + length);
      answers.add(
          new RawHttp.Answer(status, java.util.Map.of(), Arrays.copyOfRange(bytes, from, to)));
      at = to;
    }
    return answers;
  }

  private static String printable(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    return text.length() > 2000 ? text.substring(0, 2000) + "..." : text;
  }
}
