package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.nessie.NessieApi.CommitAnswer;
import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.internal.nessie.NessieApi.Refused;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Publishes a request that compares table by table, which is how Nessie compares a commit with its
 * branch. It is refused if a key of it has changed since the head was read, and then the head is
 * read again. The record's key is one of them, so the request lands once.
 */
record ReleasePublish(Workings workings, Settlement settlement) {

  /** How often others may change the same keys between a read and a commit. */
  private static final int ROUNDS = 10;

  /**
   * Publishes.
   *
   * @param versions what the metadata files of the request say
   */
  PublishAnswer publish(PublishRequest request, Map<String, MetadataFile> versions) {
    Optional<PublishAnswer> answer =
        attempt(request, versions, BeforeEffect.run(() -> read(request)));
    for (int round = 1; answer.isEmpty() && round < ROUNDS; round++) {
      answer = AfterEffect.run(() -> attempt(request, versions, read(request)));
    }
    return answer.orElseThrow(
        () ->
            UnavailableException.maybeSent(
                "Others changed the same tables of branch '"
                    + branchOf(request)
                    + "' all the time; publish again",
                null));
  }

  private Optional<NessieApi.Contents> read(PublishRequest request) {
    Set<Key> keys = new LinkedHashSet<>(ChangePlan.keys(request.content().changes()));
    keys.add(RefNames.operation(request.operationId()));
    return workings.api().contents(NessieApi.head(branchOf(request)), keys);
  }

  /** Answers by the branch as it was read; empty if others have changed it since. */
  private Optional<PublishAnswer> attempt(
      PublishRequest request,
      Map<String, MetadataFile> versions,
      Optional<NessieApi.Contents> head) {
    if (head.isEmpty()) {
      return Optional.of(settlement.moved(request));
    }
    Map<Key, Content> contents = head.get().byKey();
    if (contents.containsKey(RefNames.operation(request.operationId()))) {
      return Optional.of(AfterEffect.run(() -> settled(request)));
    }
    ChangePlan plan =
        new ChangePlanner(contents, workings.files(), versions).plan(request.content().changes());
    return plan.conflicts().isEmpty()
        ? commit(request, head.get().at(), plan)
        : Optional.of(new PublishAnswer.Conflicted(plan.conflicts()));
  }

  private PublishAnswer settled(PublishRequest request) {
    return settlement
        .byOperation(request)
        .or(
            () -> {
              // Settled before the pinned head already, so by another request.
              workings
                  .operations()
                  .find(request.project(), request.operationId(), request.sha256());
              return Optional.empty();
            })
        .orElseThrow(() -> Settlement.abandoned(request));
  }

  private Optional<PublishAnswer> commit(PublishRequest request, CommitId head, ChangePlan plan) {
    CommitAnswer answer;
    try {
      answer = workings.api().commit(branchOf(request), head, newCommit(request, plan));
    } catch (NotFoundException e) {
      // The branch was deleted, perhaps after this commit had landed; the next read tells.
      return Optional.empty();
    }
    if (answer instanceof Committed committed) {
      RequestCheck.know(request, workings.files());
      CommitInfo made = AfterEffect.run(() -> made(request, committed.hash()));
      return Optional.of(new PublishAnswer.Published(made, false));
    }
    NessieRefusal refusal = ((Refused) answer).refusal();
    if (refusal.status() == 400) {
      throw new InvalidRequestException("Nessie refused the commit: " + refusal.message());
    }
    return Optional.empty();
  }

  private NewCommit newCommit(PublishRequest request, ChangePlan plan) {
    List<CommitOperation> operations = new ArrayList<>(plan.operations());
    operations.addAll(plan.guards(request.content().changes()));
    operations.add(
        new CommitOperation.PutRecord(
            RefNames.operation(request.operationId()),
            OperationRecord.landing(request, workings.now())));
    return new NewCommit(
        HeadPublish.messageOf(request.content()),
        workings.now(),
        CommitMeta.ofPublish(request),
        operations);
  }

  /** The commit went on top of whatever was the head by then, which only the history tells. */
  private CommitInfo made(PublishRequest request, CommitId commit) {
    return workings
        .api()
        .history(NessieApi.at(commit), 1)
        .flatMap(entries -> entries.stream().findFirst())
        .map(CommitMeta::info)
        .orElseThrow(
            () ->
                UnavailableException.maybeSent(
                    "The commit of the " + request + " cannot be read back", null));
  }

  private String branchOf(PublishRequest request) {
    return workings.branches().of(request);
  }
}
