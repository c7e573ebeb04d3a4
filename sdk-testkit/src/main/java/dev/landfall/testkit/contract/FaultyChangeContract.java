package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.landfall.FrozenCommit;
import dev.landfall.PublishResult;
import dev.landfall.SavedCommit;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.SavedCommitCodec;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.ConflictKind;
import dev.landfall.model.TableConflict;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import dev.landfall.testkit.fault.Fault;
import dev.landfall.testkit.fault.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The contract of every kind of change when something goes wrong on the way to the catalog: a
 * commit lands whole or not at all, and what does not fit never lands.
 */
public abstract class FaultyChangeContract extends ContractTests {

  private static final Duration FOR_NO_ANSWER = Duration.ofMillis(150);

  /** Makes the tests of a catalog. */
  protected FaultyChangeContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @EveryFault
  @Proves({Rule.R6, Rule.STAGING, Rule.R2})
  void everyKindOfChangeLandsWholeOrNotAtAll(Fault fault) throws Exception {
    BranchState pinned = landTables();
    PublishRequest request = port().request(pinned, changes());

    publishUnder(fault, request);

    requireWhole(request, pinned.head());
  }

  @EveryFault
  @Needs(Capability.RELEASE)
  @Proves({Rule.RELEASES, Rule.R6, Rule.R2})
  void aReleaseLandsWholeOrNotAtAll(Fault fault) throws Exception {
    BranchState pinned = landTables();
    PublishRequest release = port().release(pinned, changes());
    CommitInfo other = port().land("main", port().creating("unrelated"));

    publishUnder(fault, release);

    requireWhole(release, other);
  }

  @EveryFault
  @Proves({Rule.R3, Rule.CONFLICTS, Rule.R6})
  void aConflictPublishesNothing(Fault fault) throws Exception {
    BranchState pinned = landTables();
    List<Change> changes = new ArrayList<>(List.of(changes()));
    changes.add(port().creating("asserted"));
    PublishRequest request = port().request(pinned, changes.toArray(Change[]::new));

    PublishResult result = publishUnder(fault, request);

    assertThat(result).isInstanceOfAny(PublishResult.Conflicted.class, PublishResult.Unknown.class);
    requireNothing(request, pinned.head());
    assertThat(ProjectUnderTest.conflicted(port().catalog.publish(request)).conflicts())
        .extracting(TableConflict::table, TableConflict::kind)
        .containsExactly(tuple(TableName.of("asserted"), ConflictKind.NAME_TAKEN));
    requireNothing(request, pinned.head());
  }

  @EveryFault
  @Needs(Capability.RELEASE)
  @Proves({Rule.R3, Rule.RELEASES, Rule.CONFLICTS, Rule.R6})
  void aReleaseThatDoesNotFitPublishesNothing(Fault fault) throws Exception {
    BranchState pinned = landTables();
    PublishRequest release = port().release(pinned, changes());
    CommitInfo rival = port().land("main", port().updating(port().table("asserted")));

    PublishResult result = publishUnder(fault, release);

    assertThat(result).isInstanceOfAny(PublishResult.Conflicted.class, PublishResult.Unknown.class);
    requireNothing(release, rival);
    requireNotPublished(release);
    requireNothing(release, rival);
  }

  @EveryFault
  @Proves({Rule.R3, Rule.R6})
  void aMovedBranchPublishesNothing(Fault fault) throws Exception {
    BranchState pinned = landTables();
    PublishRequest request = port().request(pinned, changes());
    CommitInfo rival = port().land("main", port().updating(port().table("asserted")));

    PublishResult result = publishUnder(fault, request);

    assertThat(result)
        .isInstanceOfAny(PublishResult.BranchMoved.class, PublishResult.Unknown.class);
    requireNothing(request, rival);
    assertThat(ProjectUnderTest.moved(port().catalog.publish(request)).actualHead())
        .contains(rival.id());
    requireNothing(request, rival);
  }

  private BranchState landTables() {
    port()
        .land(
            "main",
            port().creating("asserted"),
            port().creating("dropped"),
            port().creating("renamed"),
            port().creating("updated"));
    return port().main();
  }

  /** Makes each kind of change that the catalog can do. */
  private Change[] changes() {
    List<Change> changes = new ArrayList<>();
    changes.add(port().asserting(port().table("dropped")));
    changes.add(port().dropping("dropped"));
    changes.add(port().creating("dropped"));
    changes.add(port().asserting(port().table("asserted")));
    changes.add(port().updating(port().table("updated")));
    changes.add(port().creating("created"));
    if (port().catalog.capabilities().contains(Capability.RENAME_TABLE)) {
      changes.add(port().renaming("renamed", "other"));
    }
    return changes.toArray(Change[]::new);
  }

  private PublishResult publishUnder(Fault fault, PublishRequest request) throws Exception {
    FrozenCommit commit =
        projectOverFaults(1, Faulted.timeout(fault, FOR_NO_ANSWER))
            .resumeCommit(SavedCommit.fromJson(SavedCommitCodec.encode(request)));
    plan(RequestKind.PUBLISH, fault);
    PublishResult result = commit.tryPublish();
    Faulted.end(fault, faults, BOUND);
    return result;
  }

  /** Nothing of the request is to be seen or all of it; and all when it was published again. */
  private void requireWhole(PublishRequest request, CommitInfo parent) {
    CommitInfo seen = port().main().head();
    List<TableEntry> tables = port().tables(seen.id());
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));

    assertThat(seen).isIn(parent, landed);
    assertThat(tables).isEqualTo(port().tables(seen.id()));
    assertThat(landed.parent()).contains(parent.id());
    assertThat(port().main().head()).isEqualTo(landed);
    assertThat(port().log(landed.id()))
        .filteredOn(commit -> commit.operationId().equals(Optional.of(request.operationId())))
        .hasSize(1);
    requireChanged(landed, parent);
  }

  private void requireChanged(CommitInfo landed, CommitInfo parent) {
    for (Change change : landed.changes()) {
      if (change instanceof Change.Create create) {
        assertThat(port().table(landed.id(), create.table().toString()).metadataLocation())
            .isEqualTo(create.metadataLocation());
      } else if (change instanceof Change.Update update) {
        assertThat(port().table(landed.id(), update.table().toString()).metadataLocation())
            .isEqualTo(update.metadataLocation());
      } else if (change instanceof Change.Rename rename) {
        assertThat(port().findTable(landed.id(), rename.table().toString())).isEmpty();
        assertThat(port().table(landed.id(), rename.newName().toString()).tableId())
            .isEqualTo(port().table(parent.id(), rename.table().toString()).tableId());
      }
    }
    assertThat(port().tables(landed.id())).hasSize(port().tables(parent.id()).size() + 1);
  }

  private void requireNothing(PublishRequest request, CommitInfo head) {
    assertThat(port().find(request)).isEmpty();
    assertThat(headWithoutFences()).isEqualTo(head);
    assertThat(port().tableNames(port().main().head().id()))
        .containsExactly("asserted", "dropped", "renamed", "updated");
  }

  /** To fence an operation, a catalog may put commits onto the branch that change nothing. */
  private CommitInfo headWithoutFences() {
    CommitInfo head = port().main().head();
    while (head.changes().isEmpty() && head.parent().isPresent()) {
      head = port().catalog.commit(port().name, head.parent().get());
    }
    return head;
  }

  /** Whoever was told of the conflict may have fenced the operation, to be sure for ever. */
  private void requireNotPublished(PublishRequest release) {
    try {
      PublishAnswer answer = port().catalog.publish(release);
      assertThat(ProjectUnderTest.conflicted(answer).conflicts())
          .extracting(TableConflict::table)
          .containsExactly(TableName.of("asserted"));
    } catch (OperationAbandonedException e) {
      assertThat(port().catalog.capabilities()).contains(Capability.ABANDON);
    }
  }
}
