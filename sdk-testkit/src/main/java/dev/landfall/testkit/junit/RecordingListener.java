package dev.landfall.testkit.junit;

import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.ClientListener;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.PublishStarted;
import dev.landfall.event.RecoverFinished;
import dev.landfall.model.CommitId;
import dev.landfall.testkit.internal.HistoryText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Keeps what a client reports about commits, in words. Thread-safe. */
final class RecordingListener implements ClientListener {

  private final List<String> reports = new ArrayList<>();

  @Override
  public void publishStarted(PublishStarted report) {
    add(
        "operation %s: publish to branch '%s' begins, changes: %d"
            .formatted(report.operationId(), report.branch(), report.changes()));
  }

  @Override
  public void attemptFailed(AttemptFailed report) {
    add(
        "operation %s: attempt %d failed, %s: %s"
            .formatted(
                report.operationId(),
                report.attempt().number(),
                report.attempt().mayHaveBeenSent() ? "perhaps sent" : "not sent",
                report.attempt().failure()));
  }

  @Override
  public void publishFinished(PublishFinished report) {
    add(
        "operation %s: publish ended: %s%s"
            .formatted(
                report.operationId(),
                report.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                report.commit() == null ? "" : " as " + HistoryText.brief(report.commit())));
  }

  @Override
  public void recoverFinished(RecoverFinished report) {
    add("operation %s: looked up, %s".formatted(report.operationId(), found(report.commit())));
  }

  @Override
  public void abandonFinished(AbandonFinished report) {
    add(
        "operation %s: abandoned, %s"
            .formatted(
                report.operationId(),
                report.commit() == null ? "it never lands" : "but " + found(report.commit())));
  }

  List<String> reports() {
    synchronized (reports) {
      return List.copyOf(reports);
    }
  }

  private void add(String report) {
    synchronized (reports) {
      reports.add(report);
    }
  }

  private static String found(@Nullable CommitId commit) {
    return commit == null ? "no record of it" : "it had landed as " + HistoryText.brief(commit);
  }
}
