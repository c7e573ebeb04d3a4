package dev.landfall.internal.icebergrest;

import java.util.Map;

/**
 * What an operation answers; compared with nothing.
 *
 * @param outcome the type of the error, or "ok"
 * @param body JSON; may be empty
 */
@SuppressWarnings("ArrayRecordComponent")
public record RestAnswer(int status, String outcome, Map<String, String> headers, byte[] body) {

  static final String OK = "ok";

  static RestAnswer ok(Object answer) {
    return new RestAnswer(200, OK, Map.of(), RestJson.write(answer));
  }

  static RestAnswer noContent() {
    return new RestAnswer(204, OK, Map.of(), new byte[0]);
  }
}
