package dev.landfall;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.landfall.importrules.ImportRules;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may import whom, read from the class files. */
class ImportRulesTest {

  private static final String SDK = "dev.landfall";
  private static final String BROKEN = "dev.landfall.importrules.broken";

  private static final JavaClasses SDK_CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(SDK);
  private static final JavaClasses BROKEN_CLASSES = new ClassFileImporter().importPackages(BROKEN);

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void theSdkKeeps(String name, ArchRule rule) {
    assertThat(rule.evaluate(SDK_CLASSES).getFailureReport().getDetails()).as(name).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("culprits")
  void aBreachIsFound(String name, String culprit) {
    ArchRule rule = ImportRules.under(BROKEN).get(name);

    assertThat(rule.evaluate(BROKEN_CLASSES).getFailureReport().getDetails())
        .as(name)
        .anySatisfy(breach -> assertThat(breach).contains(culprit));
  }

  @Test
  void everyRuleHasABreachThatProvesIt() {
    Set<Object> proved = culprits().map(arguments -> arguments.get()[0]).collect(toSet());

    assertThat(proved).isEqualTo(ImportRules.under(SDK).keySet());
  }

  static Stream<Arguments> rules() {
    return ImportRules.under(SDK).entrySet().stream()
        .map(rule -> arguments(rule.getKey(), rule.getValue()));
  }

  static Stream<Arguments> culprits() {
    return Stream.of(
        arguments("imports point downwards", "config.AsksInternal"),
        arguments("imports point downwards", "model.AsksCatalog"),
        arguments("imports point downwards", "internal.table.AsksAbove"),
        arguments("packages are free of cycles", "model.AsksCatalog"),
        arguments("iceberg knows nothing of internal", "iceberg.AsksInternal"),
        arguments("model knows the JDK only", "model.AsksCatalog"),
        arguments("catalog knows the JDK and model only", "org.apache.iceberg.Schema"),
        arguments("okhttp in internal.http and okhttp only", "okhttp3.OkHttpClient"),
        arguments("resilience4j in internal.retry only", "RetryConfig"),
        arguments("the AWS SDK in internal.objectstore only", "S3Client"),
        arguments("java.sql in internal.engine only", "java.sql.Connection"),
        arguments("Jackson in internal.wire, rows and SavedCommit only", "ObjectMapper"),
        arguments("catalogs know nothing of each other", "nessie.AsksEngine"),
        arguments("exported signatures are the SDK's own", "LeaksInSignature.leak"),
        arguments("no standard streams", "Prints.print"),
        arguments("no java.util.logging", "java.util.logging.Logger"));
  }
}
