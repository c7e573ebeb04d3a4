package dev.landfall.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random schemas and rows through a real file. */
class RandomRowsTest {
  private static final String SEED = "landfall.rows.seed";
  private static final int SCHEMAS = 25;
  private static final int ROWS = 40;

  @TempDir Path directory;

  @Test
  void valuesNullsAndPrecisionComeBack() throws Exception {
    long seed = Long.getLong(SEED, System.nanoTime());
    for (int i = 0; i < SCHEMAS; i++) {
      Generator generator = new Generator(new Random(seed + i));
      Schema schema = new Schema(generator.struct(2).fields());
      List<Record> rows = new ArrayList<>();
      List<Map<String, Object>> maps = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        Record record = generator.record(schema.asStruct());
        rows.add(record);
        maps.add(asMap(record));
      }
      String replay = "replay with -D" + SEED + "=" + (seed + i) + ", " + schema;
      assertSame(replay, schema, rows, Rows.ofMaps(schema, maps), "maps" + i);
      assertSame(replay, schema, rows, Rows.ofRecords(schema, rows), "records" + i);
    }
  }

  private void assertSame(String replay, Schema schema, List<Record> rows, Rows given, String name)
      throws Exception {
    Path file = directory.resolve(name + ".parquet");
    try {
      Parquets.write(file, schema, given);
    } catch (RuntimeException e) {
      throw new AssertionError(replay, e);
    }
    assertThat(Parquets.read(file, schema).stream().map(RandomRowsTest::comparable).toList())
        .as(replay)
        .isEqualTo(rows.stream().map(RandomRowsTest::comparable).toList());
  }

  private static Map<String, Object> asMap(Record record) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Types.NestedField field : record.struct().fields()) {
      Object value = record.getField(field.name());
      if (value != null) {
        map.put(field.name(), value instanceof Record nested ? asMap(nested) : value);
      }
    }
    return map;
  }

  /** Arrays compare by identity, everything else by value. */
  private static Object comparable(@Nullable Object value) {
    if (value instanceof Record record) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < record.size(); i++) {
        values.add(comparable(record.get(i)));
      }
      return values;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RandomRowsTest::comparable).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> values = new LinkedHashMap<>();
      map.forEach((key, held) -> values.put(comparable(key), comparable(held)));
      return values;
    }
    return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value == null ? "null" : value;
  }

  private static final class Generator {
    private final Random random;
    private int lastId;

    Generator(Random random) {
      this.random = random;
    }

    Types.StructType struct(int depth) {
      List<Types.NestedField> fields = new ArrayList<>();
      int size = 1 + random.nextInt(6);
      for (int i = 0; i < size; i++) {
        int id = ++lastId;
        fields.add(Types.NestedField.of(id, random.nextBoolean(), "c" + id, type(depth)));
      }
      return Types.StructType.of(fields);
    }

    private Type type(int depth) {
      int kind = random.nextInt(depth == 0 ? 14 : 17);
      if (kind < 14) {
        int precision = 1 + random.nextInt(38);
        List<Type> scalars =
            List.of(
                Types.BooleanType.get(),
                Types.IntegerType.get(),
                Types.LongType.get(),
                Types.FloatType.get(),
                Types.DoubleType.get(),
                Types.StringType.get(),
                Types.DecimalType.of(precision, random.nextInt(precision + 1)),
                Types.DateType.get(),
                Types.TimeType.get(),
                Types.TimestampType.withZone(),
                Types.TimestampType.withoutZone(),
                Types.UUIDType.get(),
                Types.BinaryType.get(),
                Types.FixedType.ofLength(1 + random.nextInt(20)));
        return scalars.get(kind);
      }
      int id = ++lastId;
      boolean optional = random.nextBoolean();
      if (kind == 14) {
        return struct(depth - 1);
      }
      Type part = type(depth - 1);
      if (kind == 15) {
        return optional ? Types.ListType.ofOptional(id, part) : Types.ListType.ofRequired(id, part);
      }
      int valueId = ++lastId;
      Type key = Types.StringType.get();
      return optional
          ? Types.MapType.ofOptional(id, valueId, key, part)
          : Types.MapType.ofRequired(id, valueId, key, part);
    }

    Record record(Types.StructType struct) {
      Record record = GenericRecord.create(struct);
      for (Types.NestedField field : struct.fields()) {
        record.setField(field.name(), value(field.type(), field.isOptional()));
      }
      return record;
    }

    private @Nullable Object value(Type type, boolean optional) {
      if (optional && random.nextInt(3) == 0) {
        return null;
      }
      return switch (type.typeId()) {
        case BOOLEAN -> random.nextBoolean();
        case INTEGER -> random.nextInt();
        case LONG -> random.nextLong();
        case FLOAT -> random.nextInt(9) == 0 ? Float.NaN : (float) random.nextGaussian();
        case DOUBLE -> random.nextInt(9) == 0 ? -0.0 : random.nextGaussian() * 1e300;
        case STRING -> text();
        case DECIMAL -> decimal((Types.DecimalType) type);
        case DATE -> LocalDate.ofEpochDay(random.nextInt());
        case TIME -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000);
        case TIMESTAMP -> moment((Types.TimestampType) type);
        case UUID -> new UUID(random.nextLong(), random.nextLong());
        case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(30)));
        case FIXED -> bytes(((Types.FixedType) type).length());
        case STRUCT -> record(type.asStructType());
        case LIST -> list(type.asListType());
        case MAP -> map(type.asMapType());
        default -> throw new AssertionError(type);
      };
    }

    private String text() {
      return random
          .ints(random.nextInt(12), 0, Character.MAX_CODE_POINT + 1)
          .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .toString();
    }

    private BigDecimal decimal(Types.DecimalType type) {
      BigInteger limit = BigInteger.TEN.pow(type.precision());
      BigInteger unscaled = new BigInteger(140, random).mod(limit);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    }

    private Object moment(Types.TimestampType type) {
      LocalDateTime moment =
          LocalDateTime.ofEpochSecond(
              random.nextLong(-9_000_000_000_000L, 9_000_000_000_000L),
              random.nextInt(1_000_000) * 1_000,
              ZoneOffset.UTC);
      return type.shouldAdjustToUTC() ? OffsetDateTime.of(moment, ZoneOffset.UTC) : moment;
    }

    private byte[] bytes(int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }

    private List<@Nullable Object> list(Types.ListType type) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.add(value(type.elementType(), type.isElementOptional()));
      }
      return values;
    }

    private Map<String, @Nullable Object> map(Types.MapType type) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.put(text(), value(type.valueType(), type.isValueOptional()));
      }
      return values;
    }
  }
}
