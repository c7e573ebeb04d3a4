package dev.landfall.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.CatalogLockedException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.PermissionDeniedException;
import dev.landfall.catalog.ProtocolException;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.wire.AnswerCodec;
import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import dev.landfall.internal.wire.RequestCodec;
import dev.landfall.model.BranchName;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What each route answers, and with what each wrong request is refused. */
@Timeout(120)
class AnswersTest {

  private static final String NO_COMMIT = "0".repeat(64);

  @TempDir Path directory;
  private BareLake lake;
  private FaultyCatalog catalog;
  private CatalogServer server;
  private URI uri;

  @BeforeEach
  void serve() {
    lake = BareLake.create(directory.resolve("lake"));
    catalog = new FaultyCatalog(lake.catalog);
    server = CatalogServer.builder(catalog).start();
    uri = server.uri();
  }

  @AfterEach
  void stop() {
    server.close();
    lake.close();
  }

  @Test
  void everyRouteAnswersInTheFormOfTheProtocol() throws Exception {
    CommitId first = lake.head();
    PublishRequest request = lake.request(lake.creating("orders"));
    RawHttp.Answer published =
        RawHttp.post(uri, "/v1/projects/demo/commits", BareLake.key(request), request.bytes());
    assertThat(published.status()).isEqualTo(200);
    assertThat(AnswerCodec.decodePublished(published.body()).replayed()).isFalse();
    RawHttp.Answer again =
        RawHttp.post(uri, "/v1/projects/demo/commits", BareLake.key(request), request.bytes());
    assertThat(AnswerCodec.decodePublished(again.body()).replayed()).isTrue();

    CommitId head = lake.head();
    assertThat(head.value()).isEqualTo(request.sha256());
    String commit = "/v1/projects/demo/commits/" + head;
    assertThat(AnswerCodec.decodeProjects(ok("/v1/projects")).items()).hasSize(1);
    assertThat(AnswerCodec.decodeProject(ok("/v1/projects/demo"))).isEqualTo(lake.project);
    assertThat(AnswerCodec.decodeBranches(ok("/v1/projects/demo/branches")).items()).hasSize(1);
    assertThat(AnswerCodec.decodeBranch(ok("/v1/projects/demo/branch?name=m%61in")).head().id())
        .isEqualTo(head);
    assertThat(AnswerCodec.decodeCommit(ok(commit)).parent()).contains(first);
    assertThat(AnswerCodec.decodeCommits(ok(commit + "/log")).items()).hasSize(2);
    assertThat(AnswerCodec.decodeTables(ok(commit + "/tables")).items()).hasSize(1);
    TableName orders = TableName.of("orders");
    assertThat(AnswerCodec.decodeTable(ok(commit + "/table?name=orders"), orders)).isPresent();
    TableName none = TableName.of("none");
    assertThat(AnswerCodec.decodeTable(ok(commit + "/table?name=none"), none)).isEmpty();
    OperationId operation = request.operationId();
    String lookUp = "/v1/projects/demo/operations/" + operation + "?sha256=" + request.sha256();
    assertThat(AnswerCodec.decodeOperation(ok(lookUp), operation)).isPresent();
    OperationId fenced = OperationId.random();
    RawHttp.Answer abandoned =
        RawHttp.post(
            uri,
            "/v1/projects/demo/operations/" + fenced + "/abandon",
            "",
            RequestCodec.encodeAbandon(request.sha256()));
    assertThat(AnswerCodec.decodeOperation(abandoned.body(), fenced)).isEmpty();

    RawHttp.Answer project =
        RawHttp.post(uri, "/v1/projects", "", RequestCodec.encodeCreateProject(name("other")));
    assertThat(project.status()).isEqualTo(201);
    RawHttp.Answer branch =
        RawHttp.post(
            uri,
            "/v1/projects/demo/branches",
            "",
            RequestCodec.encode(new RequestCodec.CreateBranch(new BranchName("a/b"), head)));
    assertThat(branch.status()).isEqualTo(201);
    RawHttp.Answer deleted =
        ask("DELETE", "/v1/projects/demo/branch?name=a%2Fb&expectedHead=" + head);
    assertThat(deleted.status()).isEqualTo(204);
    assertThat(new String(ok("/health"), UTF_8)).isEqualTo("{\"status\":\"ok\"}");
  }

  /** A request, and the code that it is refused with. */
  private record Wrong(
      String code, String method, String path, String headers, String body, String header) {

    Wrong(String code, String method, String path) {
      this(code, method, path, "", "", null);
    }

    Wrong(String code, String path, String headers, String body) {
      this(code, "POST", path, headers, body, null);
    }
  }

  @Test
  void everyWrongRequestIsRefusedWithItsCode() throws Exception {
    String json = "Content-Type: application/json\r\n";
    String demo = "/v1/projects/demo";
    PublishRequest landed = lake.request(lake.creating("a"));
    lake.catalog.publish(landed);
    PublishRequest mismatched = lake.request(lake.creating("b"));
    PublishRequest fenced = lake.request(lake.creating("c"));
    lake.catalog.abandon(BareLake.PROJECT, fenced.operationId(), fenced.sha256());
    PublishRequest stale = lake.request(lake.creating("d"));
    lake.land(lake.creating("e"));
    PublishRequest conflicting = lake.request(lake.creating("e"));
    PublishRequest fresh = lake.request(lake.creating("f"));
    PublishRequest outside =
        lake.request(new Change.Create(TableName.of("g"), UUID.randomUUID(), "file:///etc/passwd"));
    String commits = demo + "/commits";
    String operation = demo + "/operations/" + landed.operationId();
    String body = new String(fresh.bytes(), UTF_8);
    String key = json + BareLake.key(fresh);
    String branches = demo + "/branches";
    String branch = "{\"name\":\"x\",\"from\":\"" + lake.head() + "\"}";
    String other = OperationId.random().toString();

    List<Wrong> wrong = new ArrayList<>();
    for (String query :
        List.of(
            "pageSize=0",
            "pageSize=1001",
            "pageSize=x",
            "pageSize=-1",
            "pageSize=%2B1",
            "pageSize=",
            "pageSize=99999999999",
            "pageSize=1&pageSize=1",
            "pageToken=",
            "pageToken=x",
            "pageToken=%00",
            "what=1",
            "pageSize",
            "pagesize=1",
            "&",
            "pageSize=1&",
            "pageSize=%",
            "pageSize=%1",
            "pageSize=%zz",
            "pageToken=%ff",
            "pageToken=%c0%af",
            "pageToken=a+b")) {
      wrong.add(new Wrong("invalid-request", "GET", "/v1/projects?" + query));
    }
    wrong.addAll(
        List.of(
            new Wrong("invalid-request", "GET", demo + "/branch"),
            new Wrong("invalid-request", "GET", demo + "/branch?name="),
            new Wrong("invalid-request", "GET", demo + "/branch?name=.."),
            new Wrong("invalid-request", "GET", demo + "/branch?name=a%00"),
            new Wrong("invalid-request", "GET", "/v1/projects/DEMO"),
            new Wrong("invalid-request", "GET", commits + "/xyz"),
            new Wrong("invalid-request", "GET", commits + "/" + NO_COMMIT + "/table?name=a..b"),
            new Wrong("invalid-request", "GET", operation),
            new Wrong("invalid-request", "GET", operation + "?sha256=x"),
            new Wrong("invalid-request", "GET", demo + "/operations/1?sha256=" + NO_COMMIT),
            new Wrong("invalid-request", "DELETE", demo + "/branch?name=main"),
            new Wrong("invalid-request", "GET", demo, "", "{}", null),
            new Wrong("invalid-request", "/v1/projects", json, "{"),
            new Wrong("invalid-request", "/v1/projects", json, ""),
            new Wrong("invalid-request", "/v1/projects", json, "[]"),
            new Wrong("invalid-request", "/v1/projects", json, "{\"name\":null}"),
            new Wrong("invalid-request", "/v1/projects", json, "{\"name\":\"../x\"}"),
            new Wrong("invalid-request", "/v1/projects", json, "{\"name\":\"x\",\"y\":1}"),
            new Wrong("invalid-request", "/v1/projects", json, "{\"name\":\"x\"} " + "x"),
            new Wrong("invalid-request", "/v1/projects", json, "{\"name\":\"x\",\"name\":\"x\"}"),
            new Wrong("invalid-request", operation + "/abandon", json, "{}"),
            new Wrong("invalid-request", commits, json, body),
            new Wrong(
                "invalid-request", commits, json + "Idempotency-Key: " + other + "\r\n", body),
            new Wrong("invalid-request", commits, key + BareLake.key(fresh), body),
            new Wrong("invalid-request", commits, key, body + " "),
            new Wrong("invalid-request", commits, key, body.replace("\"demo\"", "\"other\"")),
            new Wrong("invalid-request", "/v1/projects/other/commits", key, body),
            new Wrong(
                "invalid-request",
                commits,
                json + BareLake.key(outside),
                new String(outside.bytes(), UTF_8)),
            new Wrong("not-found", "GET", "/"),
            new Wrong("not-found", "GET", "/v1"),
            new Wrong("invalid-request", "GET", "/v1/projects/"),
            new Wrong("not-found", "GET", "/V1/projects"),
            new Wrong("not-found", "GET", "/health/"),
            new Wrong("not-found", "GET", "/v1/projects/none"),
            new Wrong("not-found", "GET", demo + "/branch?name=none"),
            new Wrong("not-found", "GET", commits + "/" + NO_COMMIT),
            new Wrong("not-found", "GET", commits + "/" + NO_COMMIT + "/log"),
            new Wrong("not-found", "GET", commits + "/" + NO_COMMIT + "/tables"),
            new Wrong("method-not-allowed", "PUT", demo, "", "", "GET, HEAD"),
            new Wrong("method-not-allowed", "OPTIONS", "/v1/projects", "", "", "GET, HEAD, POST"),
            new Wrong("method-not-allowed", "TRACE", commits, "", "", "POST"),
            new Wrong("method-not-allowed", "GET", commits, "", "", "POST"),
            new Wrong("method-not-allowed", "PATCH", demo + "/branch", "", "", "GET, HEAD, DELETE"),
            new Wrong("method-not-allowed", "WHAT", "/health", "", "", "GET, HEAD"),
            new Wrong("branch-moved", commits, json + BareLake.key(stale), text(stale)),
            new Wrong(
                "branch-moved", "DELETE", demo + "/branch?name=main&expectedHead=" + NO_COMMIT),
            new Wrong("conflict", commits, json + BareLake.key(conflicting), text(conflicting)),
            new Wrong("already-exists", "/v1/projects", json, "{\"name\":\"demo\"}"),
            new Wrong("already-exists", branches, json, branch.replace("\"x\"", "\"main\"")),
            new Wrong("operation-abandoned", commits, json + BareLake.key(fenced), text(fenced)),
            new Wrong("operation-mismatch", "GET", operation + "?sha256=" + mismatched.sha256()),
            new Wrong("unsupported-media-type", branches, "", branch),
            new Wrong("unsupported-media-type", branches, "Content-Type: text/plain\r\n", branch),
            new Wrong("unsupported-media-type", branches, json + json, branch),
            new Wrong(
                "unsupported-media-type",
                branches,
                "Content-Type: application/json; charset=latin1\r\n",
                branch),
            new Wrong(
                "unsupported-media-type", branches, json + "Content-Encoding: gzip\r\n", branch)));
    String before = lake.state();
    Set<String> seen = new HashSet<>();
    for (Wrong w : wrong) {
      RawHttp.Answer answer =
          RawHttp.ask(uri, w.method(), w.path(), w.headers(), w.body().getBytes(UTF_8));
      assertThat(answer.code()).as(w + " was answered " + answer.text()).isEqualTo(w.code());
      assertThat(answer.header("Content-Type")).isEqualTo("application/json");
      assertThat(answer.header("Allow")).as("%s", w).isEqualTo(w.header());
      ErrorEnvelope error = ErrorEnvelope.decode(answer.status(), answer.body()).orElseThrow();
      assertThat(error.requestId()).isEqualTo(answer.header("Landfall-Request-Id"));
      seen.add(w.code());
    }
    assertThat(lake.state()).isEqualTo(before);
    assertThat(seen).hasSize(9);
  }

  @Test
  void whatFailsInTheCatalogSaysNothingOfItsInside() throws Exception {
    String secret = "/srv/lake/catalog.db";
    failsWith(ErrorCode.PERMISSION_DENIED, () -> new PermissionDeniedException(secret, null));
    failsWith(ErrorCode.NOT_SUPPORTED, () -> new NotSupportedException(secret));
    failsWith(ErrorCode.UNAUTHENTICATED, () -> new UnauthenticatedException(secret));
    failsWith(ErrorCode.UNAVAILABLE, () -> new ProtocolException(secret, null));
    failsWith(ErrorCode.UNAVAILABLE, () -> UnavailableException.maybeSent(secret, null));
    failsWith(ErrorCode.INTERNAL, () -> new CatalogDamagedException(secret, null));
    failsWith(ErrorCode.INTERNAL, () -> new CatalogLockedException(secret));
    failsWith(ErrorCode.INTERNAL, () -> new IllegalArgumentException(secret));
    failsWith(
        ErrorCode.INTERNAL,
        () -> {
          throw new StackOverflowError(secret);
        });
    RawHttp.Answer late =
        failsWith(
            ErrorCode.UNAVAILABLE,
            () -> new UnavailableException("late", true, Duration.ofMillis(2500), null));
    assertThat(late.header("Retry-After")).isEqualTo("3");
  }

  private RawHttp.Answer failsWith(ErrorCode code, Supplier<RuntimeException> failure)
      throws Exception {
    catalog.fail(failure);
    RawHttp.Answer answer = RawHttp.get(uri, "/v1/projects/demo");
    assertThat(answer.code()).isEqualTo(code.code());
    assertThat(answer.text()).doesNotContain("/srv", "Exception", "Error\"", "at dev.");
    if (code == ErrorCode.UNAVAILABLE) {
      assertThat(answer.header("Retry-After")).isNotNull();
    }
    if (code == ErrorCode.UNAUTHENTICATED) {
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }
    return answer;
  }

  @Test
  void whatIsNoHttpIsRefusedInTheEnvelopeAndEndsTheConnection() throws Exception {
    for (String head :
        List.of(
            "GET /v1/projects HTTP/1.1\r\n\r\n",
            "GET /v1/projects HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /v1/projects HTTP/1.1\r\nHost: a b\r\n\r\n",
            "GET /v1/projects HTTP/1.1\r\nHost: \r\n\r\n",
            "GET /v1/projects HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n",
            "GET /v1/projects HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
            "GET /v1/%2e%2e/projects HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /v1/projects/%zz HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /v1/projects HTTP/9.9\r\nHost: a\r\n\r\n",
            "GET v1 HTTP/1.1\r\nHost: a\r\n\r\n",
            "\1\2\3\4 / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: what\r\n\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            "POST /v1/projects HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n")) {
      try (RawHttp http = RawHttp.connect(uri)) {
        http.send(head);
        RawHttp.Answer answer = http.answer();
        assertThat(answer.code()).as(head + answer.text()).isEqualTo("invalid-request");
        assertThat(answer.header("Landfall-Request-Id")).as(head).isNotNull();
        assertThat(answer.header("Connection")).as(head).isEqualTo("close");
        assertThat(http.isEnded()).as(head).isTrue();
      }
    }
  }

  @Test
  void aBodyThatBreaksOffIsTheClientsDoing() throws Exception {
    String before = lake.state();
    try (RawHttp http = RawHttp.connect(uri)) {
      http.send("POST /v1/projects HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
      http.send("Content-Length: 100\r\n\r\n{\"name\":\"x\"");
      http.endOutput();
      assertThat(http.answer().code()).isEqualTo("invalid-request");
    }
    assertThat(lake.state()).isEqualTo(before);
  }

  @Test
  void headIsAnsweredLikeGetWithoutTheBody() throws Exception {
    RawHttp.Answer get = RawHttp.get(uri, "/v1/projects/demo");
    try (RawHttp http = RawHttp.connect(uri)) {
      http.send("HEAD", "/v1/projects/demo", "", new byte[0]);
      RawHttp.Answer head = http.answer(true);
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
      // The next answer begins where a body would have been.
      http.send("HEAD", "/v1/projects/none", "", new byte[0]);
      assertThat(http.answer(true).status()).isEqualTo(404);
      http.send("GET", "/health", "", new byte[0]);
      assertThat(http.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void theRequestIdIsTheClientsIfItIsHarmless() throws Exception {
    assertThat(id("Landfall-Request-Id: my_id-7\r\n")).isEqualTo("my_id-7");
    assertThat(id("Landfall-Request-Id: a b\r\n")).matches("[0-9a-f]{16}");
    assertThat(id("Landfall-Request-Id: " + "x".repeat(65) + "\r\n")).matches("[0-9a-f]{16}");
    assertThat(id("Landfall-Request-Id: a\r\nLandfall-Request-Id: b\r\n")).matches("[0-9a-f]{16}");
  }

  private String id(String headers) throws Exception {
    return RawHttp.ask(uri, "GET", "/health", headers, new byte[0]).header("Landfall-Request-Id");
  }

  @Test
  void longAnswersAreCompressedForWhoAsksForIt() throws Exception {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      changes.add(lake.creating("table" + i));
    }
    lake.land(changes.toArray(new Change[0]));
    String tables = "/v1/projects/demo/commits/" + lake.head() + "/tables";
    RawHttp.Answer plain = RawHttp.get(uri, tables);
    RawHttp.Answer gzip = RawHttp.ask(uri, "GET", tables, "Accept-Encoding: gzip\r\n", new byte[0]);
    assertThat(plain.header("Content-Encoding")).isNull();
    assertThat(gzip.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(gzip.body().length).isLessThan(plain.body().length);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.body())).readAllBytes())
        .isEqualTo(plain.body());
    RawHttp.Answer refused =
        RawHttp.ask(uri, "GET", tables, "Accept-Encoding: gzip;q=0\r\n", new byte[0]);
    assertThat(refused.header("Content-Encoding")).isNull();
  }

  @Test
  void pagesFollowEachOtherAndNoneIsVeryLong() throws Exception {
    // Each commit says the location of its table in 4,000 bytes, 700 times.
    Path deep = lake.files();
    for (int i = 0; i < 15; i++) {
      deep = Files.createDirectories(deep.resolve("d".repeat(240)));
    }
    String file = "file://" + Files.writeString(deep.resolve("v.metadata.json"), "{}");
    for (int commit = 0; commit < 4; commit++) {
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < 700; i++) {
        TableName name = TableName.of("c" + commit + ".t" + i);
        changes.add(new Change.Create(name, UUID.randomUUID(), file));
      }
      lake.land(changes.toArray(new Change[0]));
    }
    List<CommitId> read = new ArrayList<>();
    String log = "/v1/projects/demo/commits/" + lake.head() + "/log?pageSize=1000";
    String next = "";
    int pages = 0;
    do {
      byte[] bytes = ok(log + next);
      assertThat(bytes.length).isLessThanOrEqualTo(8 * 1024 * 1024);
      var page = AnswerCodec.decodeCommits(bytes);
      page.items().forEach(commit -> read.add(commit.id()));
      next = page.nextToken().map(token -> "&pageToken=" + token).orElse("");
      pages++;
    } while (!next.isEmpty());
    assertThat(read).hasSize(5).doesNotHaveDuplicates();
    assertThat(pages).isGreaterThan(1);
  }

  private byte[] ok(String path) throws Exception {
    RawHttp.Answer answer = RawHttp.get(uri, path);
    assertThat(answer.status()).as(path + answer.text()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    return answer.body();
  }

  private RawHttp.Answer ask(String method, String path) throws Exception {
    return RawHttp.ask(uri, method, path, "", new byte[0]);
  }

  private static String text(PublishRequest request) {
    return new String(request.bytes(), UTF_8);
  }

  private static ProjectName name(String text) {
    return new ProjectName(text);
  }
}
