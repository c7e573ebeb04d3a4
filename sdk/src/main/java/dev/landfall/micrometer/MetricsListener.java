package dev.landfall.micrometer;

import dev.landfall.event.AbandonFinished;
import dev.landfall.event.AttemptFailed;
import dev.landfall.event.ClientListener;
import dev.landfall.event.PublishFinished;
import dev.landfall.event.RecoverFinished;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/**
 * Counts what a client does in a Micrometer registry. Needs {@code io.micrometer:micrometer-core}
 * on the class path. Safe for use by many threads, and by many clients; does no I/O.
 *
 * <table>
 *   <caption>The meters; all bear the tag {@code project}</caption>
 *   <tr><th>name</th><th>kind</th><th>tags</th></tr>
 *   <tr><td>{@code landfall.publish}</td><td>timer</td><td>{@code outcome}: published,
 *   branch-moved, conflicted, unknown, failed</td></tr>
 *   <tr><td>{@code landfall.attempts.failed}</td><td>counter</td><td>{@code sent}: whether it may
 *   have been sent</td></tr>
 *   <tr><td>{@code landfall.recover}</td><td>counter</td><td>{@code landed}: whether the operation
 *   had landed</td></tr>
 *   <tr><td>{@code landfall.abandon}</td><td>counter</td><td>{@code landed}</td></tr>
 * </table>
 */
public final class MetricsListener implements ClientListener {

  private final MeterRegistry registry;

  /** Makes a listener that counts in a registry. */
  public MetricsListener(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void publishFinished(PublishFinished report) {
    String outcome = report.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-');
    registry
        .timer("landfall.publish", "project", report.project().value(), "outcome", outcome)
        .record(report.elapsed());
  }

  @Override
  public void attemptFailed(AttemptFailed report) {
    count(
        "landfall.attempts.failed",
        report.project().value(),
        "sent",
        report.attempt().mayHaveBeenSent());
  }

  @Override
  public void recoverFinished(RecoverFinished report) {
    count("landfall.recover", report.project().value(), "landed", report.commit() != null);
  }

  @Override
  public void abandonFinished(AbandonFinished report) {
    count("landfall.abandon", report.project().value(), "landed", report.commit() != null);
  }

  private void count(String name, String project, String tag, boolean value) {
    registry.counter(name, "project", project, tag, Boolean.toString(value)).increment();
  }
}
