package dev.landfall.testkit.s3;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The objects of one bucket, by plain requests, of which none is ever repeated. */
final class Objects {

  private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");

  /** What came back. */
  record Answer(int status, String body) {}

  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .retryOnConnectionFailure(false)
          .callTimeout(Duration.ofSeconds(20))
          .build();
  private final String bucket;

  Objects(URI endpoint, String bucket) {
    this.bucket = endpoint + "/" + bucket;
  }

  Answer put(String key, String text) throws IOException {
    return send(at(key).put(bodyOf(text)));
  }

  /** Puts an object where there is none. */
  Answer create(String key, String text) throws IOException {
    return send(at(key).put(bodyOf(text)).header("If-None-Match", "*"));
  }

  Answer get(String key) throws IOException {
    return send(at(key));
  }

  Answer delete(String key) throws IOException {
    return send(at(key).delete());
  }

  List<String> list(String prefix) throws IOException {
    Answer answer = send(new Request.Builder().url(bucket + "?list-type=2&prefix=" + prefix));
    return KEY.matcher(answer.body()).results().map((MatchResult key) -> key.group(1)).toList();
  }

  Request.Builder at(String key) {
    return new Request.Builder().url(bucket + "/" + key);
  }

  Answer send(Request.Builder request) throws IOException {
    try (Response response = http.newCall(request.build()).execute()) {
      return new Answer(response.code(), response.body().string());
    }
  }

  private static RequestBody bodyOf(String text) {
    return RequestBody.create(text, null);
  }
}
