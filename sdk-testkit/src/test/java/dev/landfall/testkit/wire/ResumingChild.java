package dev.landfall.testkit.wire;

import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.SavedCommit;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** Resumes a saved commit from a served catalog when its standard input ends, and publishes it. */
final class ResumingChild {

  private ResumingChild() {}

  public static void main(String[] args) throws Exception {
    SavedCommit saved = SavedCommit.fromJson(Files.readString(Path.of(args[1])));
    try (LandfallClient client = LandfallClient.connect(URI.create(args[0]))) {
      Project project = client.project(saved.project().value());
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Only the end counts: it comes to all children at once.
      }
      System.out.println(project.resumeCommit(saved).publish().commitId());
    }
  }
}
