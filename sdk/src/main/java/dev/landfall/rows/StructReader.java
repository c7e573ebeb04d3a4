package dev.landfall.rows;

import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.data.Record;
import org.jspecify.annotations.Nullable;

/** Calls the constructor of a Java record with the values of an Iceberg record. */
final class StructReader implements Converter {

  /** A component and the position of its column. */
  record Field(RecordShape.Component component, int from, Converter converter) {}

  private final String typeName;
  private final int columns;
  private final Field[] fields;
  private final MethodHandle constructor;

  StructReader(Class<?> type, int columns, List<Field> fields) {
    this.typeName = type.getSimpleName();
    this.columns = columns;
    this.fields = fields.toArray(Field[]::new);
    this.constructor = RecordAccess.constructor(type);
  }

  @Override
  public Object convert(Object value) {
    if (!(value instanceof Record row) || row.size() != columns) {
      throw BadValue.expected(
          "a record of " + columns + " columns", value, "; read with projection()");
    }
    @Nullable Object[] arguments = new Object[fields.length];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(fields[i], row);
    }
    return construct(arguments);
  }

  private static @Nullable Object argument(Field field, Record row) {
    RecordShape.Component component = field.component();
    Object value = row.get(field.from());
    if (value == null) {
      if (!component.nullable()) {
        throw Nulls.inComponent(component.column());
      }
      return component.wrapped() ? Optional.empty() : null;
    }
    try {
      Object converted = field.converter().convert(value);
      return component.wrapped() ? Optional.ofNullable(converted) : converted;
    } catch (BadValue e) {
      throw e.in(component.column());
    }
  }

  private Object construct(@Nullable Object[] arguments) {
    try {
      return (Object) constructor.invokeExact(arguments);
    } catch (RuntimeException e) {
      throw new BadValue("", "the constructor of " + typeName + " refused it: " + e, e);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("The constructor of " + typeName + " failed", e);
    }
  }
}
