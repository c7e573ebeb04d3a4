package dev.landfall.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.testkit.wire.Wire.Protocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that resume one saved commit from one server at the same time. */
@Timeout(120)
class SharedSavedCommitTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {2, 6})
  void b11ProcessesThatResumeOneSavedCommitGetOneHead(int processes) throws Exception {
    try (Wire wire = Wire.create(Protocol.HTTP_1_1, directory.resolve("lake"))) {
      FrozenCommit commit = Wire.fiveOrdersAndLabels(wire.direct());
      Path saved = Files.writeString(directory.resolve("saved.json"), commit.save().toJson());

      List<String> heads = resumeInProcesses(processes, wire.proxy.uri(), saved);

      BranchHead head = wire.direct().branch("main");
      assertThat(heads).hasSize(processes).containsOnly(head.commitId().toString());
      wire.requireLandedOnce(commit, head);
    }
  }

  private List<String> resumeInProcesses(int processes, URI uri, Path saved)
      throws IOException, InterruptedException {
    List<Process> children = new ArrayList<>();
    try {
      for (int i = 0; i < processes; i++) {
        children.add(start(uri, saved));
      }
      List<BufferedReader> outputs = children.stream().map(Process::inputReader).toList();
      for (BufferedReader output : outputs) {
        assertThat(output.readLine()).isEqualTo("ready");
      }
      for (Process child : children) {
        child.getOutputStream().close();
      }
      List<String> heads = new ArrayList<>();
      for (BufferedReader output : outputs) {
        heads.add(output.readLine());
      }
      for (Process child : children) {
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
      }
      return heads;
    } finally {
      children.forEach(Process::destroyForcibly);
    }
  }

  private static Process start(URI uri, Path saved) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ResumingChild.class.getName(),
            uri.toString(),
            saved.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
