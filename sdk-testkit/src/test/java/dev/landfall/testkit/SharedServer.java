package dev.landfall.testkit;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one server of a kind that all of them share. */
public abstract class SharedServer<T extends AutoCloseable> implements ParameterResolver {

  private final Class<T> type;
  private final Supplier<T> starting;

  private record Shared(AutoCloseable server) implements ExtensionContext.Store.CloseableResource {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** Prepares to start it for the first test that asks for it. */
  protected SharedServer(Class<T> type, Supplier<T> starting) {
    this.type = type;
    this.starting = starting;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == type;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(SharedServer.class))
        .getOrComputeIfAbsent(type, key -> new Shared(starting.get()), Shared.class)
        .server();
  }
}
