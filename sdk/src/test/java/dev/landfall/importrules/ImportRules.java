package dev.landfall.importrules;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The import rules of the SDK, for classes under a root package. */
public final class ImportRules {

  private static final String[] OKHTTP = {"okhttp3..", "okio..", "kotlin.."};
  private static final String[] RESILIENCE4J = {"io.github.resilience4j.."};
  private static final String[] AWS = {"software.amazon..", "org.apache.iceberg.aws.."};
  private static final String[] JACKSON = {"com.fasterxml.jackson..", "tools.jackson.."};
  private static final String[] SQL = {
    "java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql.."
  };

  private final String root;

  private ImportRules(String root) {
    this.root = root;
  }

  /** Returns the rules by name. */
  public static Map<String, ArchRule> under(String root) {
    ImportRules rules = new ImportRules(root);
    Map<String, ArchRule> byName = new LinkedHashMap<>();
    byName.put("imports point downwards", rules.downwards());
    byName.put("packages are free of cycles", rules.acyclic());
    byName.put("iceberg knows nothing of internal", rules.icebergsInternals());
    byName.put(
        "the AWS SDK in internal.objectstore only",
        rules.only(List.of("internal.objectstore"), AWS));
    byName.put("model knows the JDK only", rules.knowsOnly("model"));
    byName.put("catalog knows the JDK and model only", rules.knowsOnly("catalog", "model"));
    byName.put(
        "okhttp in internal.http and okhttp only",
        rules.only(List.of("internal.http", "okhttp"), OKHTTP));
    byName.put(
        "resilience4j in internal.retry only", rules.only(List.of("internal.retry"), RESILIENCE4J));
    byName.put("java.sql in internal.engine only", rules.only(List.of("internal.engine"), SQL));
    byName.put("Jackson in internal.wire, rows and SavedCommit only", rules.jackson());
    byName.put("catalogs know nothing of each other", rules.catalogsApart());
    byName.put("exported signatures are the SDK's own", rules.signatures());
    byName.put("no standard streams", GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS);
    byName.put("no java.util.logging", noJavaUtilLogging());
    return byName;
  }

  /** Iceberg's catalog, facade, internal, public leaves, port, model; each may use what follows. */
  private ArchRule downwards() {
    return layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("iceberg")
        .definedBy(in("iceberg.."))
        .layer("facade")
        .definedBy(root)
        .layer("internal")
        .definedBy(in("internal.."))
        .layer("leaves")
        .definedBy(in("rows.."), in("config.."), in("event.."), in("okhttp.."), in("micrometer.."))
        .layer("port")
        .definedBy(in("catalog.."))
        .layer("model")
        .definedBy(in("model.."))
        .whereLayer("iceberg")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("facade")
        .mayOnlyBeAccessedByLayers("iceberg")
        .whereLayer("internal")
        .mayOnlyBeAccessedByLayers("iceberg", "facade")
        .whereLayer("leaves")
        .mayOnlyBeAccessedByLayers("iceberg", "facade", "internal")
        .whereLayer("port")
        .mayOnlyBeAccessedByLayers("iceberg", "facade", "internal", "leaves");
  }

  private ArchRule acyclic() {
    return slices().matching(in("(**)")).should().beFreeOfCycles().allowEmptyShould(true);
  }

  /** What stands on the facade uses what every application may. */
  private ArchRule icebergsInternals() {
    return noClasses()
        .that()
        .resideInAPackage(in("iceberg.."))
        .should()
        .dependOnClassesThat(resideInAPackage(in("internal..")))
        .allowEmptyShould(true);
  }

  private ArchRule knowsOnly(String self, String... others) {
    String[] allowed = new String[others.length + 3];
    allowed[0] = "java..";
    allowed[1] = "org.jspecify..";
    allowed[2] = in(self + "..");
    for (int i = 0; i < others.length; i++) {
      allowed[i + 3] = in(others[i] + "..");
    }
    return classes()
        .that()
        .resideInAPackage(in(self + ".."))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true);
  }

  private ArchRule only(List<String> homes, String... library) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(homes.stream().map(home -> in(home + "..")).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library)
        .allowEmptyShould(true);
  }

  private ArchRule jackson() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(in("internal.wire.."), in("rows.."))
        .and()
        .haveNameNotMatching(".*\\.SavedCommit(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(JACKSON)
        .allowEmptyShould(true);
  }

  /** The one over HTTP lends its transport. */
  private ArchRule catalogsApart() {
    return CompositeArchRule.of(apart("internal.nessie", "internal.engine"))
        .and(apart("internal.engine", "internal.nessie", "internal.http"))
        .and(apart("internal.http", "internal.nessie", "internal.engine"));
  }

  private ArchRule apart(String self, String... others) {
    return noClasses()
        .that()
        .resideInAPackage(in(self + ".."))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Arrays.stream(others).map(other -> in(other + "..")).toArray(String[]::new))
        .allowEmptyShould(true);
  }

  private static ArchRule noJavaUtilLogging() {
    return noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");
  }

  /** The package okhttp is there to name okhttp's client, so that no other signature must. */
  private ArchRule signatures() {
    return classes()
        .that()
        .resideOutsideOfPackages(in("internal.."), in("okhttp.."))
        .should(
            ExportedSignature.namesNone(
                in("internal.."),
                OKHTTP[0],
                OKHTTP[1],
                OKHTTP[2],
                RESILIENCE4J[0],
                JACKSON[0],
                JACKSON[1]))
        .allowEmptyShould(true);
  }

  private String in(String subpackage) {
    return root + "." + subpackage;
  }
}
