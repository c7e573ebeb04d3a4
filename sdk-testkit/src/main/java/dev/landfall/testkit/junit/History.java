package dev.landfall.testkit.junit;

import dev.landfall.BranchHead;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ProjectInfo;
import dev.landfall.testkit.fault.WireRequest;
import dev.landfall.testkit.internal.HistoryText;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What happened in a test, in words. */
final class History {

  private static final int SHOWN = 200;
  private static final Pattern LONG_ID =
      Pattern.compile("([0-9a-f]{12})[0-9a-f]{4,52}(?![0-9a-f-])");

  private final StringBuilder text = new StringBuilder();

  History(String title) {
    line(title);
  }

  /**
   * Adds the commits of every branch; that they cannot be read must not hide what failed before.
   */
  History branches(LandfallClient direct) {
    try (var projects = direct.projects()) {
      for (ProjectInfo info : projects.toList()) {
        branches(direct.project(info.name().value()));
      }
    } catch (RuntimeException e) {
      line("  The branches cannot be read: " + e);
    }
    return this;
  }

  History requests(String title, List<WireRequest> requests) {
    return lines(title, requests.stream().map(History::line).toList());
  }

  History requestsIfAny(String title, List<WireRequest> requests) {
    return requests.isEmpty() ? this : requests(title, requests);
  }

  History linesIfAny(String title, List<String> lines) {
    return lines.isEmpty() ? this : lines(title, lines);
  }

  History lines(String title, List<String> lines) {
    line("  " + title + (lines.isEmpty() ? ": none" : ""));
    if (lines.size() > SHOWN) {
      line("    ... " + (lines.size() - SHOWN) + " before these");
    }
    lines.stream().skip(Math.max(0, lines.size() - SHOWN)).forEach(each -> line("    " + each));
    return this;
  }

  private void branches(Project project) {
    try (var branches = project.branches()) {
      branches.forEach(head -> branch(project, head));
    }
  }

  private void branch(Project project, BranchHead head) {
    List<CommitInfo> log;
    try (var commits = project.log(head)) {
      log = commits.limit(HistoryText.SHOWN + 1L).toList();
    }
    line("  Branch " + head.branch() + " of " + project + ", newest commit first");
    text.append(HistoryText.lines(log));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static String line(WireRequest request) {
    return "#"
        + request.number()
        + " "
        + request.method()
        + " "
        + LONG_ID.matcher(request.path()).replaceAll("$1")
        + request.header("Idempotency-Key").map(key -> ", operation " + key).orElse("")
        + request.fault().map(fault -> ", hit by " + fault).orElse("")
        + switch (request.deliveries()) {
          case 0 -> ", not delivered";
          case 1 -> ", delivered";
          default -> ", delivered " + request.deliveries() + " times";
        }
        + (request.serverStatuses().isEmpty()
            ? ", no answer"
            : request.serverStatuses().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" and ", ", the catalog answered ", "")));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
