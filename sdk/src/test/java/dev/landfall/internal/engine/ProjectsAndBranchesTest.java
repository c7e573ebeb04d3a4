package dev.landfall.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.landfall.catalog.AlreadyExistsException;
import dev.landfall.catalog.Capability;
import dev.landfall.catalog.DeleteBranchAnswer;
import dev.landfall.catalog.InvalidRequestException;
import dev.landfall.catalog.NotFoundException;
import dev.landfall.catalog.PublishAnswer;
import dev.landfall.catalog.PublishRequest;
import dev.landfall.model.BranchName;
import dev.landfall.model.BranchState;
import dev.landfall.model.Change;
import dev.landfall.model.CommitId;
import dev.landfall.model.CommitInfo;
import dev.landfall.model.OperationId;
import dev.landfall.model.Page;
import dev.landfall.model.PageRequest;
import dev.landfall.model.ProjectInfo;
import dev.landfall.model.ProjectName;
import dev.landfall.model.TableName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(TestStore.class)
class ProjectsAndBranchesTest {

  @Parameter TestStore store;

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.123456789Z");
  private static final CommitId NOWHERE = new CommitId("ab".repeat(32));

  @TempDir Path directory;
  private Lake lake;

  @BeforeEach
  void open() {
    lake = Lake.create(store, directory, () -> NOW, EngineHooks.NONE);
  }

  @AfterEach
  void close() {
    lake.close();
  }

  @Test
  void aProjectBeginsWithMainAtAnEmptyFirstCommit() {
    BranchState main = lake.main();
    CommitInfo first = main.head();
    assertThat(main.project()).isEqualTo(lake.project);
    assertThat(first.parent()).isEmpty();
    assertThat(first.operationId()).isEmpty();
    assertThat(first.changes()).isEmpty();
    assertThat(first.committedAt()).isEqualTo(Instant.parse("2026-11-30T12:00:00.123Z"));
    assertThat(lake.tables(first.id(), 10)).isEmpty();
    assertThat(lake.log(first.id(), 10)).containsExactly(first);
    assertThat(lake.catalog.commit(Lake.PROJECT, first.id())).isEqualTo(first);
  }

  @Test
  void theLocationOfAProjectIsAUriOfItsDirectory() throws Exception {
    assertThat(lake.project.location())
        .startsWith("file:///")
        .endsWith("/projects/demo")
        .isEqualTo("file://" + directory.toRealPath() + "/projects/demo");
    assertThat(Files.isDirectory(CatalogDirectory.ofLocation(lake.project.location()))).isTrue();
    assertThat(lake.catalog.project(Lake.PROJECT)).isEqualTo(lake.project);
    assertThat(lake.project.createdAt()).isEqualTo(Instant.parse("2026-11-30T12:00:00.123Z"));
  }

  @Test
  void projectsBeginWithDifferentCommits() {
    lake.catalog.createProject(new ProjectName("other"));
    CommitId other = lake.catalog.branch(new ProjectName("other"), BranchName.MAIN).head().id();
    assertThat(other).isNotEqualTo(lake.main().head().id());
    assertThatThrownBy(() -> lake.catalog.commit(Lake.PROJECT, other))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    ProjectName none = new ProjectName("none");
    var catalog = lake.catalog;
    PublishRequest request = lake.request(lake.main(), lake.creating("t"));
    List<Runnable> calls =
        List.of(
            () -> catalog.project(none),
            () -> catalog.branch(none, BranchName.MAIN),
            () -> catalog.branches(none, PageRequest.first(1)),
            () -> catalog.createBranch(none, BranchName.MAIN, NOWHERE),
            () -> catalog.deleteBranch(none, BranchName.MAIN, NOWHERE),
            () -> catalog.commit(none, NOWHERE),
            () -> catalog.log(none, NOWHERE, PageRequest.first(1)),
            () -> catalog.table(none, NOWHERE, TableName.of("t")),
            () -> catalog.tables(none, NOWHERE, PageRequest.first(1)),
            () -> catalog.findOperation(none, OperationId.random(), request.sha256()),
            () -> catalog.abandon(none, OperationId.random(), request.sha256()),
            () -> catalog.branch(Lake.PROJECT, new BranchName("none")),
            () -> catalog.createBranch(Lake.PROJECT, new BranchName("b"), NOWHERE),
            () -> catalog.deleteBranch(Lake.PROJECT, new BranchName("none"), NOWHERE),
            () -> catalog.commit(Lake.PROJECT, NOWHERE),
            () -> catalog.log(Lake.PROJECT, NOWHERE, PageRequest.first(1)),
            () -> catalog.table(Lake.PROJECT, NOWHERE, TableName.of("t")),
            () -> catalog.tables(Lake.PROJECT, NOWHERE, PageRequest.first(1)));
    for (Runnable call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(NotFoundException.class)
          .hasMessageContaining("There is no ");
    }
  }

  @Test
  void namesAreTakenOnce() {
    assertThatThrownBy(() -> lake.catalog.createProject(Lake.PROJECT))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("'demo'");
    assertThatThrownBy(() -> lake.createBranch("main", lake.main().head().id()))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("'main'");
  }

  @Test
  void projectsAndBranchesAreListedByPagesInTheOrderOfTheirNames() {
    for (String name : List.of("zoo", "a-1", "a", "b_2")) {
      lake.catalog.createProject(new ProjectName(name));
    }
    for (String name : List.of("x/y", "Ä", "b", "\uFF5E", "\uD83D\uDE00")) {
      lake.createBranch(name, lake.main().head().id());
    }
    List<String> projects = new ArrayList<>();
    PageRequest page = PageRequest.first(2);
    Page<ProjectInfo> answer = lake.catalog.projects(page);
    while (true) {
      answer.items().forEach(info -> projects.add(info.name().value()));
      if (answer.nextToken().isEmpty()) {
        break;
      }
      assertThat(answer.items()).hasSize(2);
      answer = lake.catalog.projects(page.next(answer.nextToken().get()));
    }
    assertThat(projects).containsExactly("a", "a-1", "b_2", "demo", "zoo");

    Page<BranchState> first = lake.catalog.branches(Lake.PROJECT, PageRequest.first(5));
    Page<BranchState> last =
        lake.catalog.branches(
            Lake.PROJECT, PageRequest.first(5).next(first.nextToken().orElseThrow()));
    assertThat(first.items())
        .extracting(state -> state.name().value())
        .containsExactly("b", "main", "x/y", "Ä", "\uFF5E");
    assertThat(last.items())
        .extracting(state -> state.name().value())
        .containsExactly("\uD83D\uDE00");
    assertThat(last.nextToken()).isEmpty();
    assertThatThrownBy(
            () -> lake.catalog.projects(PageRequest.first(5).next(first.nextToken().orElseThrow())))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("page token");
  }

  @Test
  void aBranchIsDeletedOnlyAtItsExpectedHead() {
    CommitId first = lake.main().head().id();
    lake.createBranch("work", first);
    CommitInfo landed = lake.land("work", lake.creating("t"));

    DeleteBranchAnswer refused =
        lake.catalog.deleteBranch(Lake.PROJECT, new BranchName("work"), first);
    assertThat(refused).isEqualTo(new DeleteBranchAnswer.BranchMoved(landed.id()));
    assertThat(lake.branch("work").head()).isEqualTo(landed);

    assertThat(lake.catalog.deleteBranch(Lake.PROJECT, new BranchName("work"), landed.id()))
        .isEqualTo(new DeleteBranchAnswer.Deleted());
    assertThatThrownBy(() -> lake.branch("work")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void commitsAndOperationsOutliveTheirBranch() {
    lake.createBranch("work", lake.main().head().id());
    PublishRequest request = lake.request(lake.branch("work"), lake.creating("t"));
    CommitInfo landed = Lake.landed(lake.catalog.publish(request));
    lake.catalog.deleteBranch(Lake.PROJECT, new BranchName("work"), landed.id());

    assertThat(lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256()))
        .contains(landed);
    assertThat(lake.catalog.publish(request)).isEqualTo(new PublishAnswer.Published(landed, true));
    assertThat(lake.tableNames(landed.id())).containsExactly("t");
    lake.createBranch("again", landed.id());
    assertThat(lake.tableNames(lake.branch("again").head().id())).containsExactly("t");
  }

  @Test
  void aRecreatedBranchAcceptsNoOldCommit() {
    CommitId first = lake.main().head().id();
    BranchState old = lake.createBranch("work", first);
    PublishRequest request = lake.request(old, lake.creating("t"));
    lake.catalog.deleteBranch(Lake.PROJECT, new BranchName("work"), first);

    assertThat(movedTo(lake.catalog.publish(request))).isNull();
    BranchState recreated = lake.createBranch("work", first);
    assertThat(recreated.branchId()).isNotEqualTo(old.branchId());
    assertThat(movedTo(lake.catalog.publish(request))).isNull();
    assertThat(lake.branch("work").head().id()).isEqualTo(first);
    assertThat(lake.catalog.findOperation(Lake.PROJECT, request.operationId(), request.sha256()))
        .isEmpty();
  }

  @Test
  void theVersionsOfAllCommitsAreListedAlsoThoseOfABranchThatIsGone() {
    List<String> bound = new ArrayList<>();
    lake.catalog.createProject(new ProjectName("other"));
    CommitInfo landed = lake.land("main", noting(lake.creating("a"), bound), lake.creating("b"));
    bound.add(((Change.Create) landed.changes().get(1)).metadataLocation());
    lake.createBranch("work", landed.id());
    CommitInfo last = lake.land("work", noting(lake.creating("c"), bound));
    lake.land("main", lake.dropping(lake.table("b")));
    lake.catalog.deleteBranch(Lake.PROJECT, new BranchName("work"), last.id());

    for (int size : new int[] {1, 2, 100}) {
      List<String> listed = new ArrayList<>();
      PageRequest next = PageRequest.first(size);
      while (true) {
        Page<String> page = lake.catalog.versions(Lake.PROJECT, next);
        listed.addAll(page.items());
        if (page.nextToken().isEmpty()) {
          break;
        }
        next = next.next(page.nextToken().get());
      }
      assertThat(listed).containsExactlyInAnyOrderElementsOf(bound);
    }
  }

  private static Change.Create noting(Change.Create create, List<String> locations) {
    locations.add(create.metadataLocation());
    return create;
  }

  @Test
  void theEngineDoesAllThatCatalogsMayDo() {
    assertThat(lake.catalog.capabilities()).containsExactlyInAnyOrder(Capability.values());
  }

  private static CommitId movedTo(PublishAnswer answer) {
    assertThat(answer).isInstanceOf(PublishAnswer.BranchMoved.class);
    return ((PublishAnswer.BranchMoved) answer).actualHead().orElse(null);
  }
}
