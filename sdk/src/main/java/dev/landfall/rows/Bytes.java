package dev.landfall.rows;

import java.nio.ByteBuffer;

/** Bytes of a buffer, which keeps its position. */
final class Bytes {
  private Bytes() {}

  static byte[] copy(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
