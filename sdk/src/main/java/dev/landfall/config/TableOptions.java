package dev.landfall.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;

/** How a new table is laid out. Immutable and safe for use by many threads. */
public final class TableOptions {

  private static final TableOptions DEFAULTS = builder().build();
  private static final Set<Integer> FORMAT_VERSIONS = Set.of(2, 3);
  private static final Set<String> RESERVED =
      Set.of(
          "format-version",
          "uuid",
          "snapshot-count",
          "current-snapshot-id",
          "current-snapshot-summary",
          "current-snapshot-timestamp-ms",
          "current-schema",
          "default-partition-spec",
          "default-sort-order");

  private final UnaryOperator<PartitionSpec.Builder> partitioning;
  private final UnaryOperator<SortOrder.Builder> sorting;
  private final Map<String, String> properties;
  private final int formatVersion;

  private TableOptions(Builder builder) {
    this.partitioning = builder.partitioning;
    this.sorting = builder.sorting;
    this.properties = Map.copyOf(builder.properties);
    this.formatVersion = builder.formatVersion;
  }

  /** Returns the defaults: not partitioned, no sort order, no properties, format version 2. */
  public static TableOptions defaults() {
    return DEFAULTS;
  }

  /** Starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the partition spec that these options give a table of this schema.
   *
   * @throws IllegalArgumentException if the spec does not fit the schema; correct the options
   */
  public PartitionSpec partitionSpec(Schema schema) {
    return fit(
        "partition spec", () -> partitioning.apply(PartitionSpec.builderFor(schema)).build());
  }

  /**
   * Returns the sort order that these options give a table of this schema.
   *
   * @throws IllegalArgumentException if the order does not fit the schema; correct the options
   */
  public SortOrder sortOrder(Schema schema) {
    return fit("sort order", () -> sorting.apply(SortOrder.builderFor(schema)).build());
  }

  /** Returns the table properties; unmodifiable. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Returns the Iceberg format version, 2 or 3. */
  public int formatVersion() {
    return formatVersion;
  }

  private static <T> T fit(String what, java.util.function.Supplier<T> make) {
    try {
      return make.get();
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "The " + what + " of the table options does not fit the rows: " + e.getMessage(), e);
    }
  }

  /** Collects options. For one thread. */
  public static final class Builder {

    private UnaryOperator<PartitionSpec.Builder> partitioning = UnaryOperator.identity();
    private UnaryOperator<SortOrder.Builder> sorting = UnaryOperator.identity();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private int formatVersion = 2;

    private Builder() {}

    /** Partitions the table, for example {@code spec -> spec.day("taken_at").identity("site")}. */
    public Builder partitionBy(UnaryOperator<PartitionSpec.Builder> partitioning) {
      this.partitioning = partitioning;
      return this;
    }

    /**
     * Declares the order by which engines sort the rows they write. Landfall itself writes rows in
     * the order in which it is given them.
     */
    public Builder sortBy(UnaryOperator<SortOrder.Builder> sorting) {
      this.sorting = sorting;
      return this;
    }

    /**
     * Sets a table property of Iceberg, for example {@code write.target-file-size-bytes}.
     *
     * @throws IllegalArgumentException if the key is blank or one that Iceberg sets itself
     */
    public Builder property(String key, String value) {
      if (key.isBlank()) {
        throw new IllegalArgumentException("A table property has a blank key; give it a name");
      }
      if (RESERVED.contains(key)) {
        throw new IllegalArgumentException(
            "The table property '" + key + "' is set by Iceberg itself; leave it out");
      }
      properties.put(key, value);
      return this;
    }

    /**
     * Chooses the Iceberg format version; the default is 2.
     *
     * @throws IllegalArgumentException if it is neither 2 nor 3
     */
    public Builder formatVersion(int formatVersion) {
      if (!FORMAT_VERSIONS.contains(formatVersion)) {
        throw new IllegalArgumentException(
            "Format version " + formatVersion + " is not supported; use 2 or 3");
      }
      this.formatVersion = formatVersion;
      return this;
    }

    /** Returns the options. */
    public TableOptions build() {
      return new TableOptions(this);
    }
  }
}
