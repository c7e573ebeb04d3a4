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
import dev.landfall.internal.nessie.StagingBranches.Staged;
import dev.landfall.internal.nessie.StagingBranches.Staging;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a request that compares the whole head. A commit in Nessie is compared with its branch
 * key by key only; what is exact is to assign a branch. So the commit is made on a staging branch
 * that stands at the expected head, and the branch is moved to it if it stands there too. A request
 * that landed before finds the branch elsewhere, and is looked up then.
 */
record HeadPublish(Workings workings, Settlement settlement) {

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
    Staged kept = workings.staging().takeKept(request.sha256());
    if (kept != null) {
      return kept;
    }
    CommitId base = request.content().expectedHead();
    Instant now = workings.now();
    List<CommitOperation> operations = new ArrayList<>(plan.operations());
    operations.add(
        new CommitOperation.PutRecord(
            RefNames.operation(request.operationId()), OperationRecord.landing(request, now)));
    NewCommit commit =
        new NewCommit(messageOf(request.content()), now, CommitMeta.ofPublish(request), operations);
    Staging staging = workings.staging().take(request.project(), branchOf(request), base);
    Committed committed = commit(request, staging, commit);
    workings.contents().carry(base, committed.hash(), plan.outcome(committed.newIds()));
    return new Staged(new Staging(staging.name(), committed.hash()), now);
  }

  private Committed commit(PublishRequest request, Staging staging, NewCommit commit) {
    CommitAnswer answer;
    workings.staging().doubt(staging);
    try {
      answer = workings.api().commit(staging.name(), staging.head(), commit);
    } catch (NotFoundException e) {
      throw deleted(staging, e);
    }
    if (answer instanceof Committed committed) {
      workings.staging().trust(staging);
      return committed;
    }
    throw refused(request, ((Refused) answer).refusal());
  }

  /**
   * Nobody else uses the staging branch. So either the expected head has the operation already, or
   * the commit was delivered twice, of which this is the second answer.
   */
  private RuntimeException refused(PublishRequest request, NessieRefusal refusal) {
    String base = NessieApi.at(request.content().expectedHead());
    Found found = workings.operations().search(base, request.operationId(), request.sha256(), null);
    if (found instanceof Found.Abandoned) {
      return Settlement.abandoned(request);
    }
    String words = "Nessie refused the commit: " + refusal.message();
    return refusal.status() == 409
        ? UnavailableException.notSent(words + "; publish again", null)
        : new InvalidRequestException(words);
  }

  private PublishAnswer assign(PublishRequest request, Staged staged) {
    CommitId base = request.content().expectedHead();
    Staging staging = staged.staging();
    String branch = branchOf(request);
    workings.staging().keepFor(request.sha256(), staged);
    Moved moved = workings.api().assign(branch, base, staging.head(), staging.name());
    boolean ours = workings.staging().takeKept(request.sha256(), staged);
    if (moved == Moved.DONE) {
      if (ours) {
        workings.staging().published(branch, staging);
      }
      RequestCheck.know(request, workings.files());
      return new PublishAnswer.Published(
          CommitMeta.info(request, staging.head(), base, staged.committedAt()), false);
    }
    if (moved == Moved.GONE && AfterEffect.run(() -> standsAt(branch, base))) {
      throw deleted(staging, null);
    }
    if (ours) {
      workings.staging().remove(staging);
    }
    // This may be the answer to a second delivery, whose first one moved the branch.
    return AfterEffect.run(() -> settlement.moved(request));
  }

  private boolean standsAt(String branch, CommitId commit) {
    return workings
        .api()
        .reference(branch)
        .filter(new Reference(branch, commit)::equals)
        .isPresent();
  }

  private static UnavailableException deleted(Staging staging, @Nullable Throwable cause) {
    return UnavailableException.notSent(
        "The staging branch " + staging.name() + " was deleted; publish again", cause);
  }

  private String branchOf(PublishRequest request) {
    return workings.branches().of(request);
  }

  /** Nessie takes an empty message, and tells it from none by our record. */
  static String messageOf(CommitContent content) {
    return content.message() != null
        ? content.message()
        : "Publish " + content.changes().size() + " changes";
  }
}
