package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorCode;
import dev.landfall.internal.wire.ErrorEnvelope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer, ready to be written; compared with nothing.
 *
 * @param code why the request is refused, for the log; none if it is not
 * @param body JSON in UTF-8; may be empty
 * @param closing whether the connection ends with it
 */
@SuppressWarnings("ArrayRecordComponent")
record Reply(
    int status,
    @Nullable ErrorCode code,
    Map<String, String> headers,
    byte[] body,
    boolean closing) {

  static Reply ok(byte[] json) {
    return new Reply(200, null, Map.of(), json, false);
  }

  static Reply created(byte[] json) {
    return new Reply(201, null, Map.of(), json, false);
  }

  static Reply noContent() {
    return new Reply(204, null, Map.of(), new byte[0], false);
  }

  static Reply refused(ErrorEnvelope error) {
    return new Reply(error.code().status(), error.code(), Map.of(), error.encode(), false);
  }

  Reply with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Reply(status, code, more, body, closing);
  }

  Reply andClose() {
    return new Reply(status, code, headers, body, true);
  }
}
