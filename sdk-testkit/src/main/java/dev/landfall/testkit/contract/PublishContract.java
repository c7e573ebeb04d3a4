package dev.landfall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.OperationMismatchException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.internal.wire.CommitContentCodec;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitContent;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.Comparison;
import dev.landfall.model.TableEntry;
import dev.landfall.model.TableName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of a publish and its outcomes. */
public abstract class PublishContract extends ContractTests {

  /** Makes the tests of a catalog. */
  protected PublishContract(CatalogUnderTest underTest) {
    super(underTest);
  }

  @Test
  @Proves({Rule.R1, Rule.R6, Rule.HISTORY})
  void allChangesAreOneCommit() {
    CommitId first = port().main().head().id();
    Change.Create create = port().creating("sales.orders");
    PublishRequest request = port().request(port().main(), create, port().creating("b"));

    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    assertThat(landed.parent()).contains(first);
    assertThat(landed.operationId()).contains(request.operationId());
    assertThat(landed.message()).contains("message");
    assertThat(landed.properties()).isEqualTo(Map.of("key", "value"));
    assertThat(landed.changes()).isEqualTo(request.content().changes());
    assertThat(port().main().head()).isEqualTo(landed);
    assertThat(port().catalog.commit(port().name, landed.id()))
        .usingRecursiveComparison()
        .isEqualTo(landed);
    assertThat(port().table("sales.orders"))
        .isEqualTo(new TableEntry(create.table(), create.tableId(), create.metadataLocation()));
    assertThat(port().tableNames(landed.id())).containsExactly("b", "sales.orders");
    assertThat(port().tableNames(first)).isEmpty();
  }

  @Test
  @Proves(Rule.R2)
  void aReplayIsAnsweredWithTheFirstResult() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    PublishAnswer first = port().catalog.publish(request);
    CommitInfo landed = ProjectUnderTest.landed(first);
    assertThat(first).isEqualTo(new PublishAnswer.Published(landed, false));

    assertThat(port().catalog.publish(request))
        .isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(port().log(port().main().head().id())).hasSize(2);
  }

  @Test
  @Proves(Rule.R2)
  void aReplayIsAnsweredWithTheFirstResultAlsoWhenTheBranchMovedOn() {
    PublishRequest request = port().request(port().main(), port().creating("t"));
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));
    CommitInfo later = port().land("main", port().updating(port().table("t")));

    assertThat(port().catalog.publish(request))
        .isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(port().main().head()).isEqualTo(later);
    assertThat(port().log(later.id())).hasSize(3);
  }

  @Test
  @Proves({Rule.R3, Rule.R5})
  void aMovedBranchPublishesNothing() {
    BranchState pinned = port().main();
    CommitInfo rival = port().land("main", port().creating("t"));
    Change.Create create = port().creating("u");
    PublishRequest request = port().request(pinned, create);

    for (int i = 0; i < 2; i++) {
      assertThat(ProjectUnderTest.moved(port().catalog.publish(request)).actualHead())
          .contains(rival.id());
      assertThat(port().find(request)).isEmpty();
    }
    assertThat(port().main().head()).isEqualTo(rival);
    assertThat(port().tableNames(rival.id())).containsExactly("t");
    assertThat(TableFiles.fileAt(create.metadataLocation())).exists();
    port().land("main", create);
  }

  @Test
  @Proves(Rule.R3)
  void aHeadThatIsAnAncestorIsNotTheHead() {
    port().land("main", port().creating("a"));
    BranchState pinned = port().main();
    CommitInfo rival = port().land("main", port().creating("b"));
    PublishAnswer answer = port().publish(pinned, port().updating(port().table("a")));
    assertThat(ProjectUnderTest.moved(answer).actualHead())
        .as("a commit on other tables moves the branch too")
        .contains(rival.id());
  }

  @Test
  @Proves(Rule.REQUESTS)
  void b10OneOperationWithOtherBytesIsAMismatch() {
    BranchState main = port().main();
    BranchState work = port().createBranch("work", main.head().id());
    CommitContent content = port().content(main, Comparison.HEAD, List.of(port().creating("t")));
    PublishRequest request = ProjectUnderTest.request(content);
    CommitInfo landed = ProjectUnderTest.landed(port().catalog.publish(request));

    List<Change> more = new ArrayList<>(content.changes());
    more.add(port().creating("u"));
    List<CommitContent> others =
        List.of(
            altered(content, main, "another message", content.changes()),
            altered(content, main, "message", more),
            altered(content, port().main(), "message", content.changes()),
            altered(content, work, "message", content.changes()));
    for (CommitContent other : others) {
      PublishRequest altered = ProjectUnderTest.request(other);
      assertThatThrownBy(() -> port().catalog.publish(altered))
          .isInstanceOf(OperationMismatchException.class);
      assertThatThrownBy(() -> port().find(altered)).isInstanceOf(OperationMismatchException.class);
    }
    assertThat(port().main().head()).isEqualTo(landed);
    assertThat(port().branch("work").head()).isEqualTo(main.head());
    assertThat(port().find(request)).contains(landed);
  }

  static CommitContent altered(
      CommitContent content, BranchState branch, String message, List<Change> changes) {
    return new CommitContent(
        content.project(),
        branch.name(),
        branch.branchId(),
        branch.head().id(),
        content.operationId(),
        message,
        content.properties(),
        changes);
  }

  @Test
  @Proves({Rule.R1, Rule.REQUESTS})
  void bytesThatDoNotSayTheContentAreRefused() {
    CommitContent content =
        port().content(port().main(), Comparison.HEAD, List.of(port().creating("t")));
    byte[] bytes = CommitContentCodec.encode(content);
    byte[] spaced =
        new String(bytes, StandardCharsets.UTF_8)
            .replaceFirst(":", ": ")
            .getBytes(StandardCharsets.UTF_8);
    for (byte[] other : List.of(spaced, "{}".getBytes(StandardCharsets.UTF_8), new byte[0])) {
      PublishRequest request = new PublishRequest(other, content);
      assertThatThrownBy(() -> port().catalog.publish(request))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThat(port().log(port().main().head().id())).hasSize(1);
    ProjectUnderTest.landed(port().catalog.publish(new PublishRequest(bytes, content)));
  }

  @Test
  @Proves(Rule.REQUESTS)
  void aVersionMustLieUnderTheLocationOfTheProject() {
    String root = port().info.location();
    String good = port().creating("t").metadataLocation();
    CommitInfo head = port().main().head();
    List<String> bad =
        List.of(
            root,
            root + "/",
            root + "x/t.json",
            root + "/../outside.json",
            root + "/%2e%2e/outside.json",
            good.replace(root, root + "/tables/.."),
            "s3://bucket/t.metadata.json");
    for (String location : bad) {
      Change.Create create = new Change.Create(TableName.of("t"), UUID.randomUUID(), location);
      assertThatThrownBy(() -> port().publish(port().main(), create))
          .as(location)
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThat(port().main().head()).isEqualTo(head);
  }
}
