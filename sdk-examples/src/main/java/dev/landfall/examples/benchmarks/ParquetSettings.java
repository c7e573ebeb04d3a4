package dev.landfall.examples.benchmarks;

/**
 * The settings of every Parquet file of the append benchmark: the SDK's row groups, and Iceberg's
 * defaults else, which are the SDK's too.
 */
final class ParquetSettings {

  static final String CODEC = "zstd";
  static final int ROW_GROUP_BYTES = 32 << 20;
  static final int PAGE_BYTES = 1 << 20;
  static final int DICTIONARY_BYTES = 2 << 20;

  private ParquetSettings() {}
}
