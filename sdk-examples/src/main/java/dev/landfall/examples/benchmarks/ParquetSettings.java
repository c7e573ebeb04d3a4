package dev.landfall.examples.benchmarks;

/**
 * The settings of every Parquet file here: Iceberg's defaults, which the SDK leaves as they are.
 */
final class ParquetSettings {

  static final String CODEC = "zstd";
  static final int ROW_GROUP_BYTES = 128 << 20;
  static final int PAGE_BYTES = 1 << 20;
  static final int DICTIONARY_BYTES = 2 << 20;

  private ParquetSettings() {}
}
