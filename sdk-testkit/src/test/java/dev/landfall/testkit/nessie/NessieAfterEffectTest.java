package dev.landfall.testkit.nessie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.config.HttpOptions;
import dev.landfall.config.RetryPolicy;
import dev.landfall.okhttp.OkHttpTransport;
import dev.landfall.testkit.server.ServedLake;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A publish onto Nessie is more than one request. Once the one that lands it was sent, nothing that
 * happens to a later one makes it a definite failure.
 */
class NessieAfterEffectTest extends OnNessie {

  /** What happens to all requests after the one that lands the commit. */
  enum Afterwards {
    ALL_IS_WELL,
    NO_CONNECTION,
    TOKEN_REFUSED,
    FORBIDDEN
  }

  /** How the request that lands the commit is delivered. */
  enum Delivery {
    ONCE,
    /** The client gets the second answer, which is a refusal. */
    TWICE,
    /** As before, after a clean-up has removed the branch on which the commit was prepared. */
    TWICE_AROUND_A_CLEAN_UP
  }

  @ParameterizedTest
  @CsvSource({
    "true, ONCE, NO_CONNECTION",
    "true, ONCE, TOKEN_REFUSED",
    "true, TWICE, NO_CONNECTION",
    "true, TWICE, FORBIDDEN",
    "false, TWICE, NO_CONNECTION",
    "false, TWICE, TOKEN_REFUSED",
    "false, TWICE_AROUND_A_CLEAN_UP, NO_CONNECTION"
  })
  void whatLandedIsNeverADefiniteFailure(
      boolean release, Delivery delivery, Afterwards afterwards, NessieServer server)
      throws Exception {
    Line line = new Line(lake, delivery, afterwards);
    try (LandfallClient client = connect(server, line)) {
      FrozenCommit commit = frozen(client, release);
      assertThat(commit.tryPublish()).isInstanceOf(PublishResult.Unknown.class);

      line.mend();
      lake.requireLandedOnce(commit, commit.recover().orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, TWICE", "false, TWICE", "false, TWICE_AROUND_A_CLEAN_UP"})
  void aSecondDeliveryIsSettledByItsOperation(
      boolean release, Delivery delivery, NessieServer server) throws Exception {
    try (LandfallClient client =
        connect(server, new Line(lake, delivery, Afterwards.ALL_IS_WELL))) {
      FrozenCommit commit = frozen(client, release);
      lake.requireLandedOnce(commit, commit.publish());
    }
  }

  private FrozenCommit frozen(LandfallClient client, boolean release) {
    Project project = client.project(lake.name);
    BranchHead head = project.branch("main");
    return ServedLake.fiveOrdersAndLabels(project, release ? head.release() : head.commit())
        .freeze();
  }

  private static LandfallClient connect(NessieServer server, Interceptor line) {
    OkHttpClient http = new OkHttpClient.Builder().addInterceptor(line).build();
    return LandfallClient.builder()
        .uri(URI.create("nessie+" + server.uri()))
        .http(HttpOptions.builder().transport(OkHttpTransport.of(http)).build())
        .retryPolicy(RetryPolicy.none())
        .build();
  }

  /** A line on which something happens to the landing request, and to those after it. */
  private static final class Line implements Interceptor {

    private final NessieLake lake;
    private final Delivery delivery;
    private volatile Afterwards afterwards;
    private volatile boolean landed;

    Line(NessieLake lake, Delivery delivery, Afterwards afterwards) {
      this.lake = lake;
      this.delivery = delivery;
      this.afterwards = afterwards;
    }

    void mend() {
      afterwards = Afterwards.ALL_IS_WELL;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
      Request request = chain.request();
      if (landed) {
        return switch (afterwards) {
          case ALL_IS_WELL -> chain.proceed(request);
          case NO_CONNECTION -> throw new ConnectException("The server is down");
          case TOKEN_REFUSED -> answer(request, 401);
          case FORBIDDEN -> answer(request, 403);
        };
      }
      if (!lands(request)) {
        return chain.proceed(request);
      }
      landed = true;
      byte[] body = bytes(request.body());
      Response first = chain.proceed(copy(request, body));
      if (delivery == Delivery.ONCE) {
        return first;
      }
      first.close();
      if (delivery == Delivery.TWICE_AROUND_A_CLEAN_UP) {
        lake.foreign
            .references("landfall/staging/" + lake.name + "/")
            .forEach(lake.foreign::delete);
      }
      return chain.proceed(copy(request, body));
    }

    /** A commit lands when its branch is assigned, a release when it is committed. */
    private boolean lands(Request request) {
      String path = request.url().encodedPath();
      return path.contains(lake.name + "%2Fmain@")
          && (request.method().equals("PUT") || path.endsWith("/history/commit"));
    }

    private static Request copy(Request request, byte[] body) {
      return request
          .newBuilder()
          .method(request.method(), RequestBody.create(body, request.body().contentType()))
          .build();
    }

    private static byte[] bytes(RequestBody body) throws IOException {
      try (Buffer buffer = new Buffer()) {
        body.writeTo(buffer);
        return buffer.readByteArray();
      }
    }

    private static Response answer(Request request, int status) {
      return new Response.Builder()
          .request(request)
          .protocol(Protocol.HTTP_1_1)
          .code(status)
          .message("")
          .body(ResponseBody.create("", null))
          .build();
    }
  }
}
