package dev.landfall.testkit.s3;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one server that all of them share; each makes a bucket of its own in it. */
public final class WithS3 implements ParameterResolver {

  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(WithS3.class);

  private record Shared(S3Server server) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == S3Server.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(HERE)
        .getOrComputeIfAbsent("server", key -> new Shared(S3Server.start()), Shared.class)
        .server();
  }
}
