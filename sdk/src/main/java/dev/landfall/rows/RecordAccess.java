package dev.landfall.rows;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Accessors and canonical constructor of a record, as code that the compiler can inline. */
final class RecordAccess {
  private RecordAccess() {}

  static Function<Object, Object> getter(Class<?> type, RecordComponent component) {
    try {
      MethodHandles.Lookup lookup = lookupIn(type);
      MethodHandle accessor = lookup.unreflect(component.getAccessor());
      Function<Object, Object> getter = spin(lookup, type, accessor);
      return component.getType() == Optional.class
          ? row -> getter.apply(row) instanceof Optional<?> held ? held.orElse(null) : null
          : getter;
    } catch (IllegalAccessException e) {
      throw closed(type, e);
    }
  }

  @SuppressWarnings("unchecked") // The factory makes what it is asked for.
  private static Function<Object, Object> spin(
      MethodHandles.Lookup lookup, Class<?> type, MethodHandle accessor) {
    MethodType boxed = accessor.type().changeParameterType(0, type).wrap();
    try {
      return (Function<Object, Object>)
          LambdaMetafactory.metafactory(
                  lookup,
                  "apply",
                  MethodType.methodType(Function.class),
                  MethodType.methodType(Object.class, Object.class),
                  accessor,
                  boxed)
              .getTarget()
              .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot make an accessor of " + type.getName(), e);
    }
  }

  /** Returns the constructor as {@code (Object[]) Object}. */
  static MethodHandle constructor(Class<?> type) {
    Class<?>[] parameters =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return lookupIn(type)
          .findConstructor(type, MethodType.methodType(void.class, parameters))
          .asFixedArity()
          .asSpreader(Object[].class, parameters.length)
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("No canonical constructor in " + type.getName(), e);
    } catch (IllegalAccessException e) {
      throw closed(type, e);
    }
  }

  private static MethodHandles.Lookup lookupIn(Class<?> type) throws IllegalAccessException {
    RecordAccess.class.getModule().addReads(type.getModule());
    return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
  }

  private static IllegalArgumentException closed(Class<?> type, IllegalAccessException cause) {
    return new IllegalArgumentException(
        "Cannot read record "
            + type.getName()
            + ": its module does not open the package; add 'opens "
            + type.getPackageName()
            + "' to its module-info",
        cause);
  }
}
