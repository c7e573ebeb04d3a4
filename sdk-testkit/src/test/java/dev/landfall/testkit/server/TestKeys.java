package dev.landfall.testkit.server;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;

/** A key for the server at loopback, which the JDK's own keytool makes. */
final class TestKeys {

  static final String PASSWORD = "changeit";

  private TestKeys() {}

  /** Makes a store that holds the key, and the certificate to trust. */
  static KeyStore create(Path directory) throws Exception {
    Path file = directory.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      keytool.destroyForcibly();
      throw new AssertionError(Files.readString(directory.resolve("keytool.log")));
    }
    KeyStore pair = load(file);
    KeyStore both = KeyStore.getInstance("PKCS12");
    both.load(null, PASSWORD.toCharArray());
    both.setKeyEntry(
        "server",
        pair.getKey("server", PASSWORD.toCharArray()),
        PASSWORD.toCharArray(),
        pair.getCertificateChain("server"));
    both.setCertificateEntry("trusted", pair.getCertificate("server"));
    return both;
  }

  private static KeyStore load(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      return store;
    }
  }
}
