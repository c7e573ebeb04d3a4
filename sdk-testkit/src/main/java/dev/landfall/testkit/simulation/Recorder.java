package dev.landfall.testkit.simulation;

import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.CommitContent;
import dev.landfall.model.OperationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Writes down what callers do and are told, and what happens to the world meanwhile. */
final class Recorder {

  private final Scheduler scheduler;
  private final Map<OperationId, PublishRequest> requests = new LinkedHashMap<>();
  private final List<RecordedCall> calls = new ArrayList<>();
  private final Transcript transcript = new Transcript();
  private final List<Long> moments = new ArrayList<>();
  private final List<Loss> losses = new ArrayList<>();
  private int vain;

  Recorder(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Returns how many calls have been made, those not counted that only looked for a branch in vain.
   */
  int count() {
    return calls.size() - vain;
  }

  Collection<PublishRequest> requests() {
    return requests.values();
  }

  List<RecordedCall> calls() {
    return calls;
  }

  long moment() {
    moments.add(scheduler.now());
    return moments.size();
  }

  /** Notes that what was answered within a time before now may be lost. */
  void loses(Duration last) {
    long durable = scheduler.now() - last.toNanos();
    long since = moments.stream().takeWhile(time -> time <= durable).count();
    losses.add(new Loss(since, moment()));
  }

  /** Notes a frozen request when it is about to be sent. */
  void request(PublishRequest request) {
    if (requests.putIfAbsent(request.operationId(), request) == null) {
      transcript.request(scheduler.now(), request.content());
    }
  }

  /** Notes something that is no call. */
  void event(String what) {
    transcript.event(scheduler.now(), what);
  }

  /** Makes a call, and notes it and its answer. */
  Answer record(String caller, Call call, Supplier<Answer> body) {
    int number = begin(caller, call);
    Answer answer = body.get();
    end(number, answer);
    return answer;
  }

  int begin(String caller, Call call) {
    int number = calls.size() + 1;
    calls.add(
        new RecordedCall(number, caller, call, moment(), RecordedCall.NEVER, new Answer.None()));
    transcript.begin(scheduler.now(), calls.get(number - 1));
    return number;
  }

  void end(int number, Answer answer) {
    RecordedCall open = calls.get(number - 1);
    RecordedCall ended =
        new RecordedCall(number, open.caller(), open.call(), open.begin(), moment(), answer);
    calls.set(number - 1, ended);
    if (ended.call() instanceof Call.ReadHead && !(answer instanceof Answer.Head)) {
      vain++;
    }
    transcript.end(scheduler.now(), ended);
  }

  /** Notes a call that ends now, and began at a moment in the past. */
  void ended(String caller, Call call, long begin, Answer answer) {
    RecordedCall ended = new RecordedCall(calls.size() + 1, caller, call, begin, moment(), answer);
    calls.add(ended);
    transcript.end(scheduler.now(), ended);
  }

  History history(FinalState end) {
    List<RecordedCall> sorted = new ArrayList<>(calls);
    sorted.sort(Comparator.comparingLong(RecordedCall::begin));
    transcript.finish(scheduler.now(), end);
    Map<OperationId, CommitContent> contents = new HashMap<>();
    requests.forEach((operation, request) -> contents.put(operation, request.content()));
    return new History(contents, sorted, end, losses);
  }

  Transcript transcript() {
    return transcript;
  }
}
