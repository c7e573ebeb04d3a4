package dev.landfall.testkit.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What passed through a proxy, in the order of arrival. Thread-safe. */
final class RequestLog {

  private final Monitor monitor = new Monitor();
  private final List<RecordedRequest> requests = new ArrayList<>();

  /** Notes a request, and what the plan has for it, in one step: both count in one order. */
  RecordedRequest arrive(RequestHead head, FaultPlan plan, Predicate<Fault> possible) {
    return monitor.get(
        () -> {
          RecordedRequest request = new RecordedRequest(requests.size() + 1, head);
          request.fault = plan.faultFor(new WireRequest(request), possible).orElse(null);
          monitor.change(() -> requests.add(request));
          return request;
        });
  }

  void body(RecordedRequest request, byte[] body) {
    monitor.change(() -> request.body = body);
  }

  void delivered(RecordedRequest request) {
    monitor.change(() -> request.deliveries++);
  }

  void answered(RecordedRequest request, int status) {
    monitor.change(() -> request.serverStatuses.add(status));
  }

  WireRequest view(RecordedRequest request) {
    return monitor.get(() -> new WireRequest(request));
  }

  List<WireRequest> requests() {
    return monitor.get(() -> requests.stream().map(WireRequest::new).toList());
  }

  List<WireRequest> requests(RequestKind kind) {
    return requests().stream().filter(request -> request.kind() == kind).toList();
  }

  int count(RequestKind kind) {
    return monitor.get(() -> (int) requests.stream().filter(r -> r.kind == kind).count());
  }

  boolean await(RequestKind kind, int count, Duration bound) throws InterruptedException {
    return monitor.await(() -> count(kind) >= count, bound);
  }
}
