package dev.landfall.examples.quickstart;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Snapshot;
import dev.landfall.config.StorageOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes half a year of flights in, month by month, into a lake in a directory; shows what happens
 * when a second writer comes between; and reads the tables as they are now and as they were. Run
 * again on the same directory it goes on where the last run ended.
 *
 * <p>Arguments: the directory (default {@code landfall-quickstart} in the system's temporary
 * directory); how many months to take in (default all); where the tables' files go (default into
 * the directory), such as {@code s3://bucket/lake}; and the address of the S3 service if it is not
 * AWS. The keys come from the environment, as everywhere with AWS.
 */
public final class Quickstart {

  static final String BRANCH = "main";

  private Quickstart() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    Path directory =
        (arguments.length > 0
                ? Path.of(arguments[0])
                : Path.of(System.getProperty("java.io.tmpdir"), "landfall-quickstart"))
            .toAbsolutePath()
            .normalize();
    int months = arguments.length > 1 ? Integer.parseInt(arguments[1]) : FlightData.MONTHS.size();
    Screen screen = new Screen(System.out);
    LandfallClient.Builder lake = LandfallClient.builder().directory(directory);
    if (arguments.length > 2) {
      URI endpoint = arguments.length > 3 ? URI.create(arguments[3]) : null;
      screen.say("The catalog is in %s, the files are in %s", directory, arguments[2]);
      run(inObjectStore(lake, arguments[2], endpoint), months, screen);
    } else {
      screen.say("The lake is in %s", directory);
      run(lake, months, screen);
      DiskUse use = DiskUse.of(directory);
      screen.say(
          "The lake has %,d files, %.1f MB: Iceberg tables that any engine reads, and one catalog"
              + " file.",
          use.files(), use.megabytes());
    }
    screen.say("Run again, and it goes on from here; to start anew, delete %s", directory);
  }

  private static LandfallClient.Builder inObjectStore(
      LandfallClient.Builder lake, String warehouse, @Nullable URI endpoint) {
    lake.warehouse(warehouse);
    return endpoint == null
        ? lake
        : lake.storage(StorageOptions.defaults().withS3Endpoint(endpoint).withS3PathStyleAccess());
  }

  private static void run(LandfallClient.Builder lake, int months, Screen screen)
      throws PublishException {
    Stopwatch stopwatch = new Stopwatch();
    try (LandfallClient client = lake.build()) {
      Project project = client.createProjectIfAbsent("flights");
      screen.say("Project flights is open (%,d ms)", stopwatch.lapMillis());
      screen.blank();

      new Ingest(project, screen).run(months);
      screen.blank();
      stopwatch.lapMillis();

      read(project, screen);
      screen.say("Read twice in %,d ms.", stopwatch.lapMillis());
    }
  }

  private static void read(Project project, Screen screen) {
    Snapshot now = project.branch(BRANCH);
    List<History.MonthCommit> months = History.months(project, now).toList();
    if (months.isEmpty()) {
      screen.say("No month is in yet.");
      return;
    }
    screen.say("As it is now, at commit %s:", History.brief(now.commitId()));
    new DelayReport(now).show(screen);

    History.MonthCommit first = months.get(months.size() - 1);
    screen.say("As it was after %s, at commit %s:", first.month(), History.brief(first.id()));
    new DelayReport(project.snapshotAt(first.id())).show(screen);
  }
}
