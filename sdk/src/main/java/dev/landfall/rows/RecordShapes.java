package dev.landfall.rows;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Derives the shape of one Java record. */
final class RecordShapes {
  private static final Types.DecimalType DEFAULT_DECIMAL = Types.DecimalType.of(38, 18);

  private static final Map<Class<?>, Type> SCALARS =
      Map.ofEntries(
          Map.entry(boolean.class, Types.BooleanType.get()),
          Map.entry(Boolean.class, Types.BooleanType.get()),
          Map.entry(int.class, Types.IntegerType.get()),
          Map.entry(Integer.class, Types.IntegerType.get()),
          Map.entry(long.class, Types.LongType.get()),
          Map.entry(Long.class, Types.LongType.get()),
          Map.entry(float.class, Types.FloatType.get()),
          Map.entry(Float.class, Types.FloatType.get()),
          Map.entry(double.class, Types.DoubleType.get()),
          Map.entry(Double.class, Types.DoubleType.get()),
          Map.entry(String.class, Types.StringType.get()),
          Map.entry(LocalDate.class, Types.DateType.get()),
          Map.entry(LocalTime.class, Types.TimeType.get()),
          Map.entry(Instant.class, Types.TimestampType.withZone()),
          Map.entry(LocalDateTime.class, Types.TimestampType.withoutZone()),
          Map.entry(UUID.class, Types.UUIDType.get()),
          Map.entry(byte[].class, Types.BinaryType.get()),
          Map.entry(ByteBuffer.class, Types.BinaryType.get()));

  private static final Map<Class<?>, String> ADVICE =
      Map.of(
          short.class, "use int",
          Short.class, "use Integer",
          byte.class, "use int",
          Byte.class, "use Integer",
          char.class, "use String",
          Character.class, "use String");

  private final Deque<Class<?>> open = new ArrayDeque<>();
  private int lastId;

  private RecordShapes() {}

  static RecordShape of(Class<? extends Record> type) {
    return new RecordShapes().shape(type, type.getSimpleName());
  }

  private RecordShape shape(Class<? extends Record> type, String path) {
    if (!type.isRecord()) {
      throw refused(path, type.getName() + " is no record class", "give the record's own class");
    }
    if (open.contains(type)) {
      throw refused(path, type.getName() + " contains itself", "flatten the record");
    }
    RecordComponent[] parts = type.getRecordComponents();
    if (parts.length == 0) {
      throw refused(path, type.getName() + " has no components", "add one");
    }
    open.push(type);
    int firstId = lastId + 1;
    lastId += parts.length;
    List<RecordShape.Component> components = new ArrayList<>();
    List<Types.NestedField> fields = new ArrayList<>();
    Set<String> columns = new HashSet<>();
    for (RecordComponent part : parts) {
      RecordShape.Component component = component(type, part, path + "." + part.getName());
      if (!columns.add(component.column())) {
        throw refused(
            path,
            "two components have the column '" + component.column() + "'",
            "name one of them with @Column");
      }
      components.add(component);
      int id = firstId + fields.size();
      Type held = component.javaType().type();
      fields.add(
          component.nullable()
              ? Types.NestedField.optional(id, component.column(), held)
              : Types.NestedField.required(id, component.column(), held));
    }
    open.pop();
    return new RecordShape(type, List.copyOf(components), Types.StructType.of(fields));
  }

  private RecordShape.Component component(Class<?> type, RecordComponent part, String path) {
    Class<?> raw = part.getType();
    boolean wrapped = raw == Optional.class;
    boolean nullable = wrapped || isNullable(part) || isNullable(part.getAccessor());
    nullable |= isNullable(part.getAnnotatedType());
    if (nullable && raw.isPrimitive()) {
      throw refused(path, "a primitive cannot be null", "use the boxed type or drop @Nullable");
    }
    AnnotatedType held =
        wrapped ? argument(part.getAnnotatedType(), 0, path) : part.getAnnotatedType();
    Column column = part.getAnnotation(Column.class);
    return new RecordShape.Component(
        column == null ? part.getName() : column.value(),
        javaType(held, part.getAnnotation(Decimal.class), path),
        nullable,
        wrapped,
        raw,
        RecordAccess.getter(type, part));
  }

  private JavaType javaType(AnnotatedType annotated, @Nullable Decimal decimal, String path) {
    Class<?> raw = raw(annotated, path);
    if (decimal != null && raw != BigDecimal.class) {
      throw refused(path, "@Decimal is on a " + raw.getSimpleName(), "use it on a BigDecimal");
    }
    Type scalar = SCALARS.get(raw);
    if (scalar != null) {
      return new JavaType.Scalar(raw, scalar, false);
    }
    if (raw == BigDecimal.class) {
      return new JavaType.Scalar(
          raw, decimal == null ? DEFAULT_DECIMAL : type(decimal, path), decimal == null);
    }
    if (raw.isEnum()) {
      return new JavaType.Scalar(raw, Types.StringType.get(), false);
    }
    if (raw.isRecord()) {
      RecordShape nested = shape(raw.asSubclass(Record.class), path);
      return new JavaType.Nested(nested, nested.struct());
    }
    if (raw == List.class) {
      return listed(argument(annotated, 0, path), path + "[]");
    }
    if (raw == Map.class) {
      return mapped(argument(annotated, 0, path), argument(annotated, 1, path), path);
    }
    throw refused(
        path,
        "type " + raw.getName() + " has no column type",
        ADVICE.getOrDefault(
            raw,
            "use a primitive, String, BigDecimal, java.time, UUID, byte[], record, List, Map"));
  }

  private JavaType listed(AnnotatedType annotated, String path) {
    int id = ++lastId;
    JavaType element = javaType(annotated, null, path);
    return new JavaType.Listed(
        element,
        isNullable(annotated)
            ? Types.ListType.ofOptional(id, element.type())
            : Types.ListType.ofRequired(id, element.type()));
  }

  private JavaType mapped(AnnotatedType keyType, AnnotatedType valueType, String path) {
    int keyId = ++lastId;
    int valueId = ++lastId;
    JavaType key = javaType(keyType, null, path + "[key]");
    if (!(key instanceof JavaType.Scalar)
        || isNullable(keyType)
        || key.type() == Types.BinaryType.get()) {
      throw refused(path, "the key of a map is a plain value", "use a String or a number as key");
    }
    JavaType value = javaType(valueType, null, path + "[value]");
    return new JavaType.Mapped(
        key,
        value,
        isNullable(valueType)
            ? Types.MapType.ofOptional(keyId, valueId, key.type(), value.type())
            : Types.MapType.ofRequired(keyId, valueId, key.type(), value.type()));
  }

  private static AnnotatedType argument(AnnotatedType type, int index, String path) {
    if (type instanceof AnnotatedParameterizedType parameterized) {
      return parameterized.getAnnotatedActualTypeArguments()[index];
    }
    throw refused(path, "a raw " + type.getType().getTypeName(), "name its type arguments");
  }

  private static Class<?> raw(AnnotatedType type, String path) {
    if (type.getType() instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof AnnotatedParameterizedType
        && type.getType() instanceof java.lang.reflect.ParameterizedType parameterized
        && parameterized.getRawType() instanceof Class<?> raw
        && !raw.isRecord()) {
      return raw;
    }
    throw refused(
        path,
        "type " + type.getType().getTypeName() + " is not known when the program is compiled",
        "use a class without type variables and wildcards");
  }

  private static Type type(Decimal decimal, String path) {
    if (decimal.precision() < 1
        || decimal.precision() > 38
        || decimal.scale() < 0
        || decimal.scale() > decimal.precision()) {
      throw refused(
          path,
          "@Decimal(precision = " + decimal.precision() + ", scale = " + decimal.scale() + ")",
          "use a precision of 1 to 38 and a scale of 0 to the precision");
    }
    return Types.DecimalType.of(decimal.precision(), decimal.scale());
  }

  /** Any annotation of that name counts, as it does for other tools. */
  private static boolean isNullable(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .map(Annotation::annotationType)
        .anyMatch(type -> type.getSimpleName().equals("Nullable"));
  }

  private static IllegalArgumentException refused(String path, String problem, String advice) {
    return new IllegalArgumentException(
        "Cannot use '" + path + "' as a column: " + problem + "; " + advice);
  }
}
