package dev.landfall.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.SparkSession;

/**
 * Runs the SQL statements that come by standard input, one in a line, and answers each with a line
 * of JSON: its rows. Everything else that is said goes to the standard error.
 */
public final class SparkProgram {

  private SparkProgram() {}

  /** Runs with the settings of Spark that are given as {@code name=value}. */
  public static void main(String[] settings) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    SparkSession.Builder builder = SparkSession.builder();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      builder.config(setting.substring(0, equals), setting.substring(equals + 1));
    }
    BufferedReader statements =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = builder.getOrCreate()) {
      for (String sql = statements.readLine(); sql != null; sql = statements.readLine()) {
        answers.println("[" + String.join(",", spark.sql(sql).toJSON().collectAsList()) + "]");
      }
    }
  }
}
