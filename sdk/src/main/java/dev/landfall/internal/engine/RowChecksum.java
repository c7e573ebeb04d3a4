package dev.landfall.internal.engine;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The checksum of a row, by which a changed byte of it is noticed. Stateless. */
public final class RowChecksum {

  private RowChecksum() {}

  /** Sums the values of a row in the order of its columns: whole numbers, texts, bytes or null. */
  public static long of(@Nullable Object... values) {
    CRC32C sum = new CRC32C();
    for (Object value : values) {
      byte[] bytes = bytes(value);
      sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, value == null ? -1 : bytes.length));
      sum.update(bytes);
    }
    return sum.getValue();
  }

  private static byte[] bytes(@Nullable Object value) {
    if (value == null) {
      return new byte[0];
    }
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
