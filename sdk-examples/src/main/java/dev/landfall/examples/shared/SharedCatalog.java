package dev.landfall.examples.shared;

import dev.landfall.BranchHead;
import dev.landfall.Commit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishException;
import dev.landfall.config.PostgresOptions;
import dev.landfall.rows.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Adds a visit to a table that any number of these programs share, by a catalog in PostgreSQL.
 * Arguments: the database, such as {@code jdbc:postgresql://localhost/lake}, the user, a file with
 * the password, and a directory for the tables' files.
 */
public final class SharedCatalog {

  record Visit(long process, long nanos) {}

  private SharedCatalog() {}

  /** Runs the program. */
  public static void main(String[] arguments) throws PublishException {
    run(URI.create(arguments[0]), arguments[1], Path.of(arguments[2]), Path.of(arguments[3]));
  }

  static void run(URI database, String user, Path passwordFile, Path warehouse)
      throws PublishException {
    // snippet: postgres
    try (LandfallClient client =
        LandfallClient.builder()
            .uri(database) // such as jdbc:postgresql://host:5432/lake?sslmode=verify-full
            .postgres(
                PostgresOptions.builder().user(user).password(() -> read(passwordFile)).build())
            .warehouse(warehouse) // absolute, and the same for all processes
            .build()) {
      Project project = client.createProjectIfAbsent("shared");
      BranchHead head = project.update("main", main -> addVisit(project, main));
      System.out.println(head.table("visits").rows().count() + " visits so far");
    }
    // end snippet
  }

  private static Commit addVisit(Project project, BranchHead main) {
    Rows visit = Rows.of(List.of(new Visit(ProcessHandle.current().pid(), System.nanoTime())));
    return main.findTable("visits")
        .map(table -> main.commit().updateTable(table.append(visit)))
        .orElseGet(() -> main.commit().createTable("visits", project.writeTable(visit)));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
