package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.nessie.NessieApi.CommitAnswer;
import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.internal.nessie.NessieApi.Refused;
import dev.landfall.model.Change;
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
    List<Change> changes = request.content().changes();
    String branch = workings.branches().of(request);
    Key record = RefNames.operation(request.operationId());
    Set<Key> keys = new LinkedHashSet<>(ChangePlan.keys(changes));
    keys.add(record);
    String lastRefusal = "";
    for (int round = 0; round < ROUNDS; round++) {
      Optional<NessieApi.Contents> head =
          BeforeEffect.run(() -> workings.api().contents(NessieApi.head(branch), keys));
      if (head.isEmpty()) {
        return settlement.moved(request);
      }
      if (head.get().byKey().containsKey(record)) {
        return settled(request);
      }
      ChangePlan plan =
          new ChangePlanner(head.get().byKey(), workings.files(), versions).plan(changes);
      if (!plan.conflicts().isEmpty()) {
        return new PublishAnswer.Conflicted(plan.conflicts());
      }
      CommitAnswer answer = commit(request, branch, head.get().at(), plan);
      if (answer instanceof Committed committed) {
        RequestCheck.know(request, workings.files());
        return new PublishAnswer.Published(made(request, committed.hash()), false);
      }
      NessieRefusal refusal = ((Refused) answer).refusal();
      if (refusal.status() == 400) {
        throw new InvalidRequestException("Nessie refused the commit: " + refusal.message());
      }
      lastRefusal = refusal.message();
    }
    throw new UnavailableException(
        "Others changed the same tables of branch '"
            + branch
            + "' all the time; publish again: "
            + lastRefusal,
        false,
        null,
        null);
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

  private CommitAnswer commit(
      PublishRequest request, String branch, CommitId head, ChangePlan plan) {
    List<CommitOperation> operations = new ArrayList<>(plan.operations());
    operations.addAll(plan.guards(request.content().changes()));
    operations.add(
        new CommitOperation.PutRecord(
            RefNames.operation(request.operationId()),
            OperationRecord.landing(request, workings.now())));
    NewCommit commit =
        new NewCommit(
            HeadPublish.messageOf(request.content()),
            workings.now(),
            CommitMeta.ofPublish(request),
            operations);
    try {
      return workings.api().commit(branch, head, commit);
    } catch (NotFoundException e) {
      throw UnavailableException.notSent(
          "The branch '" + branch + "' was deleted meanwhile; publish again", e);
    }
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
}
