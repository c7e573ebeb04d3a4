package dev.landfall.internal.engine;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest that commit ids are made of. */
final class Sha256 {

  private Sha256() {}

  /** Returns 64 lowercase hexadecimal digits. */
  static String hex(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, this one has not", e);
    }
  }
}
