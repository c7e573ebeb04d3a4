package dev.landfall.examples.quickstart;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.Snapshot;
import java.nio.file.Path;
import java.util.List;

/**
 * Takes half a year of flights in, month by month, into a lake in a directory; shows what happens
 * when a second writer comes between; and reads the tables as they are now and as they were. Run
 * again on the same directory it goes on where the last run ended.
 *
 * <p>Arguments: the directory (default {@code landfall-quickstart} in the system's temporary
 * directory), and how many months to take in (default all).
 */
public final class Quickstart {

  static final String BRANCH = "main";

  private Quickstart() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    Path directory =
        arguments.length > 0
            ? Path.of(arguments[0])
            : Path.of(System.getProperty("java.io.tmpdir"), "landfall-quickstart");
    int months = arguments.length > 1 ? Integer.parseInt(arguments[1]) : FlightData.MONTHS.size();
    run(directory.toAbsolutePath().normalize(), months, new Screen(System.out));
  }

  private static void run(Path directory, int months, Screen screen) throws PublishException {
    Stopwatch stopwatch = new Stopwatch();
    screen.say("The lake is in %s", directory);
    try (LandfallClient client = LandfallClient.open(directory)) {
      Project project = client.createProjectIfAbsent("flights");
      screen.say("Project flights is open (%,d ms)", stopwatch.lapMillis());
      screen.blank();

      new Ingest(project, screen).run(months);
      screen.blank();
      stopwatch.lapMillis();

      read(project, screen);
      screen.say("Read twice in %,d ms.", stopwatch.lapMillis());
    }
    DiskUse use = DiskUse.of(directory);
    screen.say(
        "The lake has %,d files, %.1f MB: Iceberg tables that any engine reads, and one catalog file.",
        use.files(), use.megabytes());
    screen.say("Run again, and it goes on from here; to start anew, delete %s", directory);
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
