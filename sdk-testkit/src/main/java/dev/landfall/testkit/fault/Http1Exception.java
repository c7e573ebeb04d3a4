package dev.landfall.testkit.fault;

import java.io.IOException;

/** Bytes that are no HTTP/1.1, or more of it than is taken. */
final class Http1Exception extends IOException {

  Http1Exception(String problem) {
    super("Cannot read HTTP/1.1: " + problem);
  }
}
