package dev.landfall.testkit.fault;

import java.util.List;

/** What stands before the body of a request; the target is the path with its query. */
record RequestHead(String protocol, String method, String target, List<HeaderField> headers) {

  RequestHead {
    headers = List.copyOf(headers);
  }

  /** Returns true if the client keeps the body back until it is told to go on. */
  boolean waitsToBeAskedForBody() {
    return HeaderField.lists(headers, "Expect", "100-continue");
  }
}
