package dev.landfall.examples.benchmarks;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.types.Types;

/** The row that all contestants write: six columns of a kind each. */
record Reading(long id, int sensor, double value, String place, Instant at, boolean valid) {

  /** Seed of all generated rows: every run writes the same ones. */
  static final long SEED = 20_261_130L;

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** The schema of the peers; the SDK derives its own from the record. */
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.required(2, "sensor", Types.IntegerType.get()),
          Types.NestedField.required(3, "value", Types.DoubleType.get()),
          Types.NestedField.required(4, "place", Types.StringType.get()),
          Types.NestedField.required(5, "at", Types.TimestampType.withZone()),
          Types.NestedField.required(6, "valid", Types.BooleanType.get()));

  /** Makes rows and keeps them. */
  static List<Reading> list(int count) {
    List<Reading> readings = new ArrayList<>(count);
    generate(count).forEach(readings::add);
    return readings;
  }

  /** Makes rows as they are asked for; keeps none. */
  static Iterable<Reading> generate(int count) {
    return () -> new Generator(count);
  }

  /** Fills a record of Iceberg's generic row model. */
  void copyTo(GenericRecord row) {
    row.set(0, id);
    row.set(1, sensor);
    row.set(2, value);
    row.set(3, place);
    row.set(4, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
    row.set(5, valid);
  }

  private static final class Generator implements Iterator<Reading> {

    private final Random random = new Random(SEED);
    private final int count;
    private int made;
    private Instant at = START;

    Generator(int count) {
      this.count = count;
    }

    @Override
    public boolean hasNext() {
      return made < count;
    }

    @Override
    public Reading next() {
      if (!hasNext()) {
        throw new java.util.NoSuchElementException();
      }
      at = at.plus(1 + random.nextInt(20_000), ChronoUnit.MICROS);
      return new Reading(
          made++,
          random.nextInt(1_000),
          random.nextGaussian(),
          "place-" + (100_000 + random.nextInt(50_000)),
          at,
          random.nextInt(10) > 0);
    }
  }
}
