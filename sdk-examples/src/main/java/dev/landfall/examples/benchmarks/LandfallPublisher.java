package dev.landfall.examples.benchmarks;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Table;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Appends one row with the SDK and publishes it: all that the commit points to is durable then. */
final class LandfallPublisher implements Contestant, AutoCloseable {

  private final Path lake;
  private final LandfallClient client;
  private final Iterator<Reading> readings;
  private BranchHead head;
  private int tables;
  private String table = "";

  private LandfallPublisher(
      Path lake, LandfallClient client, BranchHead head, Iterator<Reading> readings) {
    this.lake = lake;
    this.client = client;
    this.head = head;
    this.readings = readings;
  }

  static LandfallPublisher open(Path lake, Iterator<Reading> readings) {
    LandfallClient client = LandfallClient.open(lake);
    Project project = client.createProject("bench");
    return new LandfallPublisher(lake, client, project.branch("main"), readings);
  }

  /** Opens a lake whose catalog is in a directory and whose files are in S3. */
  static LandfallPublisher inS3(
      Path lake, String warehouse, URI endpoint, Iterator<Reading> readings) {
    LandfallClient client =
        LandfallClient.builder()
            .directory(lake)
            .warehouse(warehouse)
            .storage(S3Files.options(endpoint))
            .build();
    Project project = client.createProject("bench");
    return new LandfallPublisher(lake, client, project.branch("main"), readings);
  }

  @Override
  public String name() {
    return "Landfall";
  }

  @Override
  public void startRound() throws PublishException {
    table = "t" + tables++;
    Table first = client.project("bench").writeTable(nextRow());
    head = head.commit().createTable(table, first).publish();
  }

  @Override
  public void run() throws PublishException {
    Table appended = head.table(table).append(nextRow());
    head = head.commit().updateTable(appended).publish();
  }

  private Rows nextRow() {
    return Rows.of(Reading.class, List.of(readings.next()));
  }

  /** Returns the mean size of the files that one operation writes, the catalog's own left out. */
  int bytesPerOperation() throws PublishException, IOException {
    int operations = 10;
    startRound();
    long before = bytesOfTables();
    for (int operation = 0; operation < operations; operation++) {
      run();
    }
    return Math.toIntExact((bytesOfTables() - before) / operations);
  }

  private long bytesOfTables() throws IOException {
    try (Stream<Path> tree = Files.walk(lake)) {
      long bytes = 0;
      for (Path file : tree.filter(path -> !lake.equals(path.getParent())).toList()) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
      return bytes;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
