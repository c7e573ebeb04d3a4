package dev.landfall.testkit.contract;

import dev.landfall.catalog.Capability;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Runs the tests of the contract: puts the refusal in the place of what the catalog cannot do, and
 * prints at the end which rules were kept.
 */
final class ContractExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, InvocationInterceptor {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ContractExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isOutermost(context)) {
      context
          .getStore(NAMESPACE)
          .put(ContractReport.class, new ContractReport(context.getRequiredTestClass()));
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    runOrRefuse(invocation, call, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    runOrRefuse(invocation, call, context);
  }

  private static void runOrRefuse(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    if (!(context.getRequiredTestInstance() instanceof ContractTests tests)) {
      invocation.proceed();
      return;
    }
    ProjectUnderTest project = tests.port();
    Set<Capability> lacking = needed(call);
    lacking.removeAll(project.catalog.capabilities());
    if (lacking.isEmpty()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    context.getStore(NAMESPACE).put(Refusals.class, lacking);
    for (Capability capability : lacking) {
      report(context).refused(capability);
      Refusals.require(project, capability);
    }
  }

  private static Set<Capability> needed(ReflectiveInvocationContext<Method> call) {
    Set<Capability> needed = EnumSet.noneOf(Capability.class);
    AnnotationSupport.findAnnotation(call.getExecutable(), Needs.class)
        .ifPresent(needs -> needed.addAll(Set.of(needs.value())));
    AnnotationSupport.findAnnotation(call.getTargetClass(), Needs.class)
        .ifPresent(needs -> needed.addAll(Set.of(needs.value())));
    return needed;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!(context.getRequiredTestInstance() instanceof ContractTests tests)) {
      return;
    }
    report(context)
        .add(
            new ContractReport.Result(
                proved(context),
                context.getRequiredTestMethod(),
                tests.planned().orElse(null),
                context.getExecutionException().orElse(null)));
  }

  private static Set<Rule> proved(ExtensionContext context) {
    if (context.getStore(NAMESPACE).get(Refusals.class) != null) {
      return Set.of(Rule.CAPABILITIES);
    }
    Set<Rule> proved = EnumSet.noneOf(Rule.class);
    Proves proves = context.getRequiredTestMethod().getAnnotation(Proves.class);
    if (proves != null) {
      proved.addAll(Set.of(proves.value()));
    }
    return proved;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (isOutermost(context)) {
      System.err.print(report(context).text());
    }
  }

  private static ContractReport report(ExtensionContext context) {
    ContractReport report =
        context.getStore(NAMESPACE).get(ContractReport.class, ContractReport.class);
    if (report == null) {
      throw new IllegalStateException("The contract's extension was not told of the class's begin");
    }
    return report;
  }

  private static boolean isOutermost(ExtensionContext context) {
    return context.getParent().flatMap(ExtensionContext::getTestClass).isEmpty();
  }
}
