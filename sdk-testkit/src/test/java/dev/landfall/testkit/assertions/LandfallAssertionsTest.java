package dev.landfall.testkit.assertions;

import static dev.landfall.testkit.assertions.LandfallAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.landfall.BranchHead;
import dev.landfall.FrozenCommit;
import dev.landfall.LandfallClient;
import dev.landfall.Project;
import dev.landfall.PublishResult;
import dev.landfall.catalog.Catalog;
import dev.landfall.catalog.ForwardingCatalog;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.OperationAbandonedException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.catalog.UnavailableException;
import dev.landfall.config.RetryPolicy;
import dev.landfall.model.OperationId;
import dev.landfall.rows.Rows;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each assertion holds where it should, and says where it does not what a person needs to know. */
@Timeout(120)
class LandfallAssertionsTest {

  record Order(long id, String item) {}

  record Item(String item) {}

  private static final Order PEN = new Order(1, "pen");
  private static final Order INK = new Order(2, "ink");

  @TempDir Path directory;
  private LandfallClient client;
  private Project project;
  private FrozenCommit first;
  private BranchHead head;
  private boolean answersAreLost;

  @BeforeEach
  void publishOrders() throws Exception {
    client =
        LandfallClient.builder()
            .directory(directory)
            .decorateCatalog(this::losingAnswers)
            .retryPolicy(RetryPolicy.none())
            .build();
    project = client.createProject("shop");
    first =
        project
            .branch("main")
            .commit()
            .message("Open")
            .createTable("orders", project.writeTable(Rows.of(List.of(PEN, INK))))
            .freeze();
    head = first.publish();
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void aBranchCountsItsCommitsWithoutTheEmptyFirst() {
    assertThat(project).branch("main").hasCommits(1).landedOnce(first.operationId());

    assertThat(messageOf(() -> assertThat(project).branch("main").hasCommits(3)))
        .contains("Expected branch 'main' to have 3 commits, but it has 1:")
        .contains("\"Open\", operation " + first.operationId() + ": create orders")
        .contains("(the empty first commit)");
  }

  @Test
  void anOperationLandedOnceOrNot() throws Exception {
    OperationId never = OperationId.random();
    assertThat(project).branch("main").didNotLand(never);

    assertThat(messageOf(() -> assertThat(project).branch("main").landedOnce(never)))
        .contains("Expected operation " + never + " to have landed once on branch 'main'")
        .contains("it made none of its commits:")
        .contains("\"Open\"");
    assertThat(messageOf(() -> assertThat(project).branch("main").didNotLand(first.operationId())))
        .contains("not to land on branch 'main', but it made commit ")
        .contains("\"Open\"");
  }

  @Test
  void aMissingBranchNamesThoseThatThereAre() {
    assertThat(project).hasNoBranch("trial");

    assertThat(messageOf(() -> assertThat(project).branch("trial")))
        .contains("to have a branch 'trial'")
        .contains("Its branches are [main]");
    assertThat(messageOf(() -> assertThat(project).hasNoBranch("main")))
        .contains("Expected project shop to have no branch 'main', but it has");
  }

  @Test
  void aSnapshotHasItsTables() {
    assertThat(head).hasOnlyTables("orders").hasNoTable("labels");

    assertThat(messageOf(() -> assertThat(head).table("labels")))
        .contains("Expected a table 'labels' in branch main of shop")
        .contains("Its tables are [orders]");
    assertThat(messageOf(() -> assertThat(head).hasNoTable("orders")))
        .contains("Expected no table 'orders' in ");
    assertThat(messageOf(() -> assertThat(head).hasOnlyTables("labels", "orders")))
        .contains("Expected the tables [labels, orders]")
        .contains("but there are [orders]");
  }

  @Test
  void aTableHasItsRows() {
    assertThat(head)
        .table("orders")
        .hasRows(2)
        .hasOnlyRows(INK, PEN)
        .hasOnlyColumns("id", "item")
        .rows(Item.class)
        .contains(new Item("ink"));

    assertThat(messageOf(() -> assertThat(head).table("orders").hasRows(15)))
        .contains("Expected table 'orders' in branch main of shop")
        .contains("to have 15 rows, but it has 2");
    assertThat(messageOf(() -> assertThat(head).table("orders").hasOnlyRows(PEN)))
        .contains("rows of table 'orders'")
        .contains("Order[id=2, item=ink]");
    assertThat(messageOf(() -> assertThat(head).table("orders").hasOnlyColumns("id")))
        .contains("to have the columns [id], but it has [id, item]");
    assertThatThrownBy(() -> assertThat(head.table("orders")).hasOnlyRows())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("call hasRows(0) instead");
  }

  @Test
  void aPublishedCommitGoesOnToItsHead() {
    assertThat(first.tryPublish()).isPublished().isReplayed().head().table("orders").hasRows(2);

    assertThat(messageOf(() -> assertThat(first.tryPublish()).isUnknown()))
        .contains("Expected a publish that is unknown, but it is published as commit ")
        .contains(" by an earlier send");
    assertThat(messageOf(() -> assertThat(append().tryPublish()).isReplayed()))
        .contains("but it was this one: published as commit ");
  }

  @Test
  void aMovedBranchNamesBothHeads() throws Exception {
    FrozenCommit late = append();
    BranchHead moved = append().publish();
    PublishResult result = late.tryPublish();
    assertThat(result).isBranchMoved();

    assertThat(messageOf(() -> assertThat(result).as("late").isPublished()))
        .startsWith("[late] Expected a publish that is published, but it is branch moved: ")
        .contains("as the head is " + moved.commitId().value().substring(0, 12))
        .contains("no longer " + head.commitId().value().substring(0, 12));
  }

  @Test
  void conflictsNameTheirTables() throws Exception {
    FrozenCommit late = head.release().updateTable(appended()).freeze();
    append().publish();
    PublishResult result = late.tryPublish();
    assertThat(result).isConflicted().isConflictedOn("orders");

    assertThat(messageOf(() -> assertThat(result).isConflictedOn("labels")))
        .contains("Expected conflicts on [labels]")
        .contains("table 'orders': version-changed");
  }

  @Test
  void anUnknownOutcomeListsItsAttemptsAndItsCause() {
    FrozenCommit commit = append();
    answersAreLost = true;
    PublishResult result = commit.tryPublish();
    assertThat(result).isUnknown();

    AssertionError failure =
        catchThrowableOfType(AssertionError.class, () -> assertThat(result).isPublished());
    assertThat(failure)
        .hasMessageContaining("unknown: operation " + commit.operationId())
        .hasMessageContaining("attempt 1: UnavailableException: The line broke")
        .hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void aFailureNamesItsReason() {
    FrozenCommit commit = append();
    commit.abandon();
    PublishResult result = commit.tryPublish();
    assertThat(result).isFailed().isFailedWith(OperationAbandonedException.class);

    assertThat(
            catchThrowableOfType(
                AssertionError.class,
                () -> assertThat(result).isFailedWith(NotFoundException.class)))
        .hasMessageContaining("Expected a publish that failed with NotFoundException")
        .hasMessageContaining("failed: nothing was published, because of ")
        .hasCauseInstanceOf(OperationAbandonedException.class);
  }

  private FrozenCommit append() {
    return head.commit().updateTable(appended()).freeze();
  }

  private dev.landfall.Table appended() {
    return head.table("orders").append(Rows.of(List.of(new Order(3, "paper"))));
  }

  private Catalog losingAnswers(Catalog catalog) {
    return new ForwardingCatalog(catalog) {
      @Override
      public PublishAnswer publish(PublishRequest request) {
        PublishAnswer answer = super.publish(request);
        if (answersAreLost) {
          throw UnavailableException.maybeSent("The line broke", null);
        }
        return answer;
      }
    };
  }

  private static String messageOf(ThrowingCallable failing) {
    AssertionError failure = catchThrowableOfType(AssertionError.class, failing);
    assertThat(failure).as("the assertion must fail").isNotNull();
    return failure.getMessage();
  }
}
