package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.landfall.LandfallClient;
import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.CatalogDamagedException;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.NotSupportedException;
import dev.landfall.catalog.UnauthenticatedException;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.Durability;
import dev.landfall.config.PostgresOptions;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectName;
import dev.landfall.postgres.TestPostgres;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening a catalog in PostgreSQL: what is refused, and what a password is never seen in. */
@Timeout(120)
class PostgresOpeningTest {

  private static final String SECRET = "s3cret-Pw";

  @TempDir Path directory;

  @Test
  void theFirstToOpenCreatesTheCatalogAndTheNextFindsIt() {
    URI address = TestPostgres.catalog(directory);
    try (LandfallClient client = LandfallClient.connect(address)) {
      client.createProject("demo");
    }
    try (LandfallClient client = LandfallClient.connect(address)) {
      assertThat(client.projects()).extracting(info -> info.name().value()).containsExactly("demo");
    }
    assertThat(directory.resolve("projects/demo")).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql:database",
        "jdbc:postgresql://host",
        "jdbc:mysql://host/database",
        "jdbc:postgresql://host:port/database",
        "jdbc:postgresql://user:s3cret-Pw@host/database",
        "jdbc:postgresql://host/database?password=s3cret-Pw",
        "jdbc:postgresql://host/database?user=u&sslpassword=s3cret-Pw",
        "jdbc:postgresql://host/database?sslmod=require",
        "jdbc:postgresql://host/database?user",
        "jdbc:postgresql://host/database?user=a&user=b",
        "jdbc:postgresql://host/database?currentSchema=a,b",
        "jdbc:postgresql://host/database?socketFactory=evil.Factory",
        "jdbc:postgresql://host/database?warehouse=relative/path",
      })
  void anAddressThatCannotBeOneIsRefusedBeforeConnecting(String address) {
    Throwable refusal = catchThrowable(() -> LandfallClient.connect(URI.create(address)));

    assertThat(refusal).isInstanceOf(IllegalArgumentException.class);
    assertThat(allTextOf(refusal)).doesNotContain(SECRET);
  }

  @Test
  void thePasswordIsAskedForAtEachConnectionAndStandsInNoText() throws Exception {
    AtomicReference<String> password = new AtomicReference<>("wrong" + SECRET);
    AtomicInteger asked = new AtomicInteger();
    PostgresOptions options =
        PostgresOptions.builder()
            .user("landfall_nobody")
            .password(
                () -> {
                  asked.incrementAndGet();
                  return password.get();
                })
            .build();
    String server = TestPostgres.server().replaceAll("\\?.*", "");

    Throwable refusal =
        catchThrowable(
            () -> LandfallClient.builder().uri(URI.create(server)).postgres(options).build());

    // The test server trusts every user that it knows; this one it does not know.
    assertThat(refusal).isInstanceOf(UnauthenticatedException.class);
    assertThat(asked).hasValue(1);
    assertThat(allTextOf(refusal)).doesNotContain(SECRET);
    assertThat(options.toString()).doesNotContain(SECRET).contains("password=set");
  }

  @Test
  void aSourceOfThePasswordThatFailsIsTheCause() {
    IllegalStateException failure = new IllegalStateException("vault is closed");
    PostgresOptions options =
        PostgresOptions.builder()
            .password(
                () -> {
                  throw failure;
                })
            .build();
    assertThatThrownBy(() -> open(TestPostgres.catalog(directory), options))
        .isInstanceOf(UnavailableException.class)
        .hasCause(failure);
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI address =
          URI.create("jdbc:postgresql://localhost:" + silent.getLocalPort() + "/x?user=u");
      PostgresOptions options =
          PostgresOptions.builder()
              .connectTimeout(Duration.ofSeconds(1))
              .statementTimeout(Duration.ofSeconds(1))
              .build();
      assertThatThrownBy(() -> open(address, options)).isInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void aDatabaseThatIsMissingIsNamed() {
    String missing = TestPostgres.server().replaceAll("/[^/?]+\\?", "/no_such_database?");
    assertThatThrownBy(() -> LandfallClient.connect(URI.create(missing)))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("no_such_database");
  }

  @Test
  void aSchemaOfSomebodyElseIsRefusedAndLeftAsItIs() throws Exception {
    String schema = TestPostgres.schema(directory);
    TestPostgres.execute("CREATE SCHEMA " + schema);
    TestPostgres.execute("CREATE TABLE " + schema + ".store (name TEXT)");

    assertThatThrownBy(() -> LandfallClient.connect(TestPostgres.catalog(directory)))
        .isInstanceOf(CatalogDamagedException.class)
        .hasMessageContaining("not a Landfall catalog");
    assertThat(query("SELECT COUNT(*) FROM pg_tables WHERE schemaname = '" + schema + "'"))
        .isEqualTo("1");
  }

  @Test
  void aChangedByteOfACommitIsNoticedWhenItIsRead() throws Exception {
    try (Lake lake = Lake.create(TestStore.POSTGRES, directory, EngineHooks.NONE)) {
      CommitInfo head = lake.land("main", lake.creating("a"));
      TestPostgres.execute(
          "UPDATE "
              + TestPostgres.schema(directory)
              + ".commits SET request = request || ' '::bytea WHERE seq = 1");

      assertThatThrownBy(() -> lake.catalog.commit(Lake.PROJECT, head.id()))
          .isInstanceOf(CatalogDamagedException.class)
          .hasMessageContaining(head.id().value());
      lake.catalog.commit(Lake.PROJECT, head.parent().orElseThrow());
    }
  }

  @Test
  void aCatalogOfANewerSdkIsRefused() throws Exception {
    LandfallClient.connect(TestPostgres.catalog(directory)).close();
    TestPostgres.execute(
        "UPDATE " + TestPostgres.schema(directory) + ".store SET schema_version = 1000");

    assertThatThrownBy(() -> LandfallClient.connect(TestPostgres.catalog(directory)))
        .isInstanceOf(NotSupportedException.class)
        .hasMessageContaining("1000");
  }

  @Test
  void withoutAWarehouseProjectsAreUsedButNotCreated() {
    URI with = TestPostgres.catalog(directory);
    URI without = URI.create(with.toString().replaceAll("&warehouse=.*", ""));
    LandfallClient.connect(with).createProject("demo");
    try (Catalog catalog = open(without, PostgresOptions.defaults())) {
      assertThat(catalog.project(new ProjectName("demo")).location())
          .contains(directory.toString());
      assertThatThrownBy(() -> catalog.createProject(new ProjectName("demo")))
          .isInstanceOf(AlreadyExistsException.class);
      assertThatThrownBy(() -> catalog.createProject(new ProjectName("other")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("set the warehouse");
      assertThat(catalog.projects(PageRequest.first(10)).items()).hasSize(1);
    }
  }

  /** The test server's own default is off, as it needs no durability. */
  @ParameterizedTest
  @CsvSource({"IMMEDIATE, on", "EVENTUAL, off", "NONE, off"})
  void theDurabilityIsThatOfTheServersCommits(Durability durability, String setting)
      throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    EngineHooks hooks =
        (step, connection) -> {
          try (Statement statement = connection.createStatement();
              ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
            row.next();
            seen.set(row.getString(1));
          }
        };
    TestStore.POSTGRES.open(directory, durability, InstantSource.system(), EngineHooks.NONE);
    try (Catalog catalog =
        TestStore.POSTGRES.open(directory, durability, InstantSource.system(), hooks)) {
      catalog.createProject(new ProjectName("demo"));
    }
    assertThat(seen).hasValue(setting);
  }

  @Test
  void theArtifactOfAMissingDriverIsNamed() throws Exception {
    List<URL> withoutDriver = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!Path.of(entry).getFileName().toString().matches("postgresql-.*\\.jar")
          && Files.exists(Path.of(entry))) {
        withoutDriver.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(
            withoutDriver.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Method connect =
          loader.loadClass(LandfallClient.class.getName()).getMethod("connect", URI.class);
      assertThatThrownBy(() -> connect.invoke(null, URI.create("jdbc:postgresql://host/database")))
          .isInstanceOf(InvocationTargetException.class)
          .hasRootCauseMessage(
              "A catalog in PostgreSQL needs the driver org.postgresql:postgresql, which is not on"
                  + " the class path; add that artifact to the application");
    }
  }

  private static Catalog open(URI address, PostgresOptions options) {
    return PostgresCatalog.open(PostgresCatalog.Settings.of(address).withOptions(options));
  }

  private static String query(String sql) throws SQLException {
    try (var connection = TestPostgres.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static String allTextOf(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
