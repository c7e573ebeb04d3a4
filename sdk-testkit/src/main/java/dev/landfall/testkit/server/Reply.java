package dev.landfall.testkit.server;

import dev.landfall.internal.wire.ErrorEnvelope;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer, ready to be written; compared with nothing.
 *
 * @param outcome why the request is refused, in a word for the log; "ok" if it is not
 * @param body JSON in UTF-8; may be empty
 * @param closing whether the connection ends with it
 */
@SuppressWarnings("ArrayRecordComponent")
record Reply(
    int status, String outcome, Map<String, String> headers, byte[] body, boolean closing) {

  static final String OK = "ok";

  static Reply ok(byte[] json) {
    return new Reply(200, OK, Map.of(), json, false);
  }

  static Reply created(byte[] json) {
    return new Reply(201, OK, Map.of(), json, false);
  }

  static Reply noContent() {
    return new Reply(204, OK, Map.of(), new byte[0], false);
  }

  static Reply refused(ErrorEnvelope error) {
    return new Reply(error.code().status(), error.code().code(), Map.of(), error.encode(), false);
  }

  Reply with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Reply(status, outcome, more, body, closing);
  }

  Reply andClose() {
    return new Reply(status, outcome, headers, body, true);
  }
}
