package dev.landfall.testkit.nessie;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one server that all of them share; each makes a project of its own in it. */
final class WithNessie implements ParameterResolver {

  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(WithNessie.class);

  private record Shared(NessieServer server) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == NessieServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(HERE)
        .getOrComputeIfAbsent("server", key -> new Shared(NessieServer.start()), Shared.class)
        .server();
  }
}
