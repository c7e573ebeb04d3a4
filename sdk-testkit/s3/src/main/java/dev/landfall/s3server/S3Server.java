package dev.landfall.s3server;

import com.adobe.testing.s3mock.S3MockApplication;
import com.adobe.testing.s3mock.s3.store.StoreCleaner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Serves S3 over HTTP on a free port of the loopback interface, with its objects in a new temporary
 * directory: prints its address and runs until its standard input ends.
 */
public class S3Server {

  /** Leaves out the second port, which all interfaces would have. */
  @Bean
  static WebServerFactoryCustomizer<TomcatServletWebServerFactory> onePort() {
    return factory -> factory.getAdditionalConnectors().clear();
  }

  @Bean
  static OneWriterPerKey oneWriterPerKey() {
    return new OneWriterPerKey();
  }

  /** Runs the server. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    // The log goes where nobody waits for the address.
    System.setOut(System.err);
    Path objects = Files.createTempDirectory("s3-objects");
    objects.toFile().deleteOnExit();
    try (ConfigurableApplicationContext server =
        new SpringApplicationBuilder(S3MockApplication.class, S3Server.class)
            .properties(settings(objects))
            .bannerMode(Banner.Mode.OFF)
            .run()) {
      // Empties the directory in the end; like everything here, it is there only if asked for.
      server.getBean(StoreCleaner.class);
      String port = server.getEnvironment().getRequiredProperty("local.server.port");
      out.println("Serving at http://127.0.0.1:" + port);
      while (System.in.read() >= 0) {
        // Whatever is written is no request; only the end counts.
      }
    }
  }

  private static Map<String, Object> settings(Path objects) {
    return Map.of(
        "server.address", "127.0.0.1",
        "server.port", "0",
        "server.ssl.enabled", "false",
        "http.port", "0",
        "logging.level.root", "WARN",
        "com.adobe.testing.s3mock.store.root", objects.toString());
  }
}
