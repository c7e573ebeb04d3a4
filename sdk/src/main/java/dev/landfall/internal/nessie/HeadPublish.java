package dev.landfall.internal.nessie;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.internal.nessie.NessieApi.CommitAnswer;
import dev.landfall.internal.nessie.NessieApi.Committed;
import dev.landfall.internal.nessie.NessieApi.Moved;
import dev.landfall.internal.nessie.NessieApi.Refused;
import dev.landfall.internal.nessie.OperationSearch.Found;
import dev.landfall.internal.nessie.StagingBranches.Staging;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Publishes a request that compares the whole head. A commit in Nessie is compared with its branch
 * key by key only; what is exact is to assign a branch. So the commit is made on a staging branch
 * that stands at the expected head, and the branch is moved to it if it stands there too. A request
 * that landed before finds the branch elsewhere, and is looked up then.
 */
record HeadPublish(Workings workings, Settlement settlement) {

  /** A commit on a staging branch, dated as it will be told. */
  private record Staged(Staging staging, Instant committedAt) {}

  /**
   * Publishes.
   *
   * @param versions what the metadata files of the request say
   */
  PublishAnswer publish(PublishRequest request, Map<String, MetadataFile> versions) {
    CommitContent content = request.content();
    CommitId base = content.expectedHead();
    Optional<Map<Key, Content>> head =
        BeforeEffect.run(() -> workings.contents().at(base, ChangePlan.keys(content.changes())));
    if (head.isEmpty()) {
      return settlement.moved(request);
    }
    ChangePlan plan =
        new ChangePlanner(head.get(), workings.files(), versions).plan(content.changes());
    if (!plan.conflicts().isEmpty()) {
      return settlement.conflicted(request, plan.conflicts());
    }
    Staged staged = BeforeEffect.run(() -> stage(request, plan));
    return assign(request, staged);
  }

  private Staged stage(PublishRequest request, ChangePlan plan) {
    CommitId base = request.content().expectedHead();
    Staging staging = workings.staging().take(request.project(), base, request.sha256());
    if (request.sha256().equals(staging.sha256())) {
      return new Staged(staging, dateOf(staging));
    }
    Instant now = workings.now();
    List<CommitOperation> operations = new ArrayList<>(plan.operations());
    operations.add(
        new CommitOperation.PutRecord(
            RefNames.operation(request.operationId()), OperationRecord.landing(request, now)));
    Committed commit =
        commit(
            request,
            staging,
            new NewCommit(
                messageOf(request.content()), now, CommitMeta.ofPublish(request), operations));
    workings.contents().carry(base, commit.hash(), plan.outcome(commit.newIds()));
    return new Staged(new Staging(staging.name(), commit.hash(), request.sha256()), now);
  }

  private Committed commit(PublishRequest request, Staging staging, NewCommit commit) {
    CommitAnswer answer;
    try {
      answer = workings.api().commit(staging.name(), staging.head(), commit);
    } catch (NotFoundException e) {
      throw UnavailableException.notSent(
          "The staging branch " + staging.name() + " was deleted; publish again", e);
    }
    if (answer instanceof Committed committed) {
      return committed;
    }
    workings.staging().give(request.project(), staging);
    throw refused(request, ((Refused) answer).refusal());
  }

  /** Nobody else uses the staging branch, so it is the expected head that has the operation. */
  private RuntimeException refused(PublishRequest request, NessieRefusal refusal) {
    String base = NessieApi.at(request.content().expectedHead());
    Found found = workings.operations().search(base, request.operationId(), request.sha256(), null);
    return found instanceof Found.Abandoned
        ? Settlement.abandoned(request)
        : new InvalidRequestException("Nessie refused the commit: " + refusal.message());
  }

  private PublishAnswer assign(PublishRequest request, Staged staged) {
    CommitContent content = request.content();
    Staging staging = staged.staging();
    String branch = RefNames.branch(request.project(), content.branch());
    Moved moved = Moved.ELSEWHERE;
    try {
      moved = workings.api().assign(branch, content.expectedHead(), staging.head(), staging.name());
    } finally {
      if (moved != Moved.GONE) {
        // Wherever the branch stands now, the staging branch stands at the commit.
        workings.staging().give(request.project(), staging);
      }
    }
    if (moved == Moved.DONE) {
      RequestCheck.know(request, workings.files());
      return new PublishAnswer.Published(
          CommitMeta.info(request, staging.head(), content.expectedHead(), staged.committedAt()),
          false);
    }
    if (moved == Moved.GONE && workings.api().reference(branch).isPresent()) {
      throw UnavailableException.notSent(
          "The staging branch " + staging.name() + " was deleted; publish again", null);
    }
    return settlement.moved(request);
  }

  private Instant dateOf(Staging staging) {
    return workings
        .api()
        .history(NessieApi.at(staging.head()), 1)
        .flatMap(entries -> entries.stream().findFirst())
        .map(LogEntry::authorTime)
        .orElseThrow(
            () -> UnavailableException.notSent("A staged commit is gone; publish again", null));
  }

  /** Nessie takes an empty message, and tells it from none by our record. */
  static String messageOf(CommitContent content) {
    return content.message() != null
        ? content.message()
        : "Publish " + content.changes().size() + " changes";
  }
}
