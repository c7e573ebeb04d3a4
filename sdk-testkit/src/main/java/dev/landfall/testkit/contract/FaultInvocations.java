package dev.landfall.testkit.contract;

import dev.landfall.testkit.fault.CannedAnswer;
import dev.landfall.testkit.fault.Fault;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Gives a test each fault in turn. */
final class FaultInvocations implements TestTemplateInvocationContextProvider {

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getRequiredTestMethod().isAnnotationPresent(EveryFault.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Method test = context.getRequiredTestMethod();
    Stream<Fault> answers =
        test.getAnnotation(EveryFault.class).falseAnswers() ? falseAnswers() : Stream.of();
    return Stream.concat(Fault.catalogue().stream(), answers).map(Invocation::new);
  }

  private static Stream<Fault> falseAnswers() {
    return CannedAnswer.catalogue().stream()
        .flatMap(
            answer -> Stream.of(new Fault.Answer(false, answer), new Fault.Answer(true, answer)));
  }

  private record Invocation(Fault fault)
      implements TestTemplateInvocationContext, ParameterResolver {

    @Override
    public String getDisplayName(int invocationIndex) {
      return fault.toString();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Fault.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return fault;
    }
  }
}
