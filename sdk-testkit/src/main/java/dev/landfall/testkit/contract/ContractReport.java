package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** What a run of the contract has shown so far of one catalog. */
final class ContractReport {

  private static final int LONGEST_REASON = 300;

  /** What one test has shown. */
  record Result(Set<Rule> rules, Method test, @Nullable String fault, @Nullable Throwable failure) {

    boolean failed() {
      return failure != null && !(failure instanceof TestAbortedException);
    }

    boolean isOf(Rule rule) {
      return rules.contains(rule);
    }

    String evidence() {
      return test.getDeclaringClass().getSimpleName()
          + "."
          + test.getName()
          + (fault == null ? "" : ", with " + fault)
          + ": "
          + reason();
    }

    private String reason() {
      if (failure == null) {
        return "kept";
      }
      String message = failure.getMessage();
      String text =
          (message == null ? failure.getClass().getName() : message)
              .strip()
              .replaceAll("\\s+", " ");
      return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
    }
  }

  private final Class<?> subject;
  private final List<Result> results = new ArrayList<>();
  private final Set<Capability> refused = EnumSet.noneOf(Capability.class);

  ContractReport(Class<?> subject) {
    this.subject = subject;
  }

  void add(Result result) {
    results.add(result);
  }

  void refused(Capability capability) {
    refused.add(capability);
  }

  /** Returns the summary, each rule on a line, what broke it below. */
  String text() {
    StringBuilder text = new StringBuilder();
    List<Rule> proved = proved();
    long broken = proved.stream().filter(this::isBroken).count();
    text.append("Landfall: the contract of a catalog, by ")
        .append(subject.getSimpleName())
        .append(": ")
        .append(results.size())
        .append(" tests, ")
        .append(broken == 0 ? "every rule kept" : broken + " of " + proved.size() + " rules broken")
        .append('\n');
    proved.forEach(rule -> append(text, rule));
    results.stream()
        .filter(result -> result.failed() && result.rules().isEmpty())
        .forEach(result -> text.append("  FAILED ").append(result.evidence()).append('\n'));
    if (!refused.isEmpty()) {
      text.append("  not declared, so its refusal was tested: ")
          .append(refused.stream().map(Capability::name).collect(Collectors.joining(", ")))
          .append('\n');
    }
    return text.toString();
  }

  private List<Rule> proved() {
    Set<Rule> proved = EnumSet.noneOf(Rule.class);
    results.forEach(result -> proved.addAll(result.rules()));
    return List.copyOf(proved);
  }

  private boolean isBroken(Rule rule) {
    return results.stream().anyMatch(result -> result.failed() && result.isOf(rule));
  }

  private void append(StringBuilder text, Rule rule) {
    text.append(isBroken(rule) ? "  BROKEN " : "  kept   ")
        .append(rule)
        .append(": ")
        .append(rule.statement())
        .append('\n');
    results.stream()
        .filter(result -> result.failed() && result.isOf(rule))
        .forEach(result -> text.append("           ").append(result.evidence()).append('\n'));
  }
}
