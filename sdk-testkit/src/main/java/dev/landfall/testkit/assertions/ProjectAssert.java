package dev.landfall.testkit.assertions;

import dev.landfall.BranchHead;
import dev.landfall.Project;
import dev.landfall.catalog.CatalogException;
import dev.landfall.catalog.NotFoundException;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about a project. Each asks the catalog. */
public final class ProjectAssert extends AbstractAssert<ProjectAssert, Project> {

  ProjectAssert(@Nullable Project actual) {
    super(actual, ProjectAssert.class);
  }

  /**
   * Pins the head of a branch, for assertions about what the branch is now.
   *
   * @throws AssertionError if the project or the branch does not exist; names those that do
   * @throws CatalogException if the catalog cannot be asked
   */
  public BranchAssert branch(String name) {
    isNotNull();
    try {
      return new BranchAssert(actual, actual.branch(name)).describedAs("%s", descriptionText());
    } catch (NotFoundException e) {
      throw failure(
          "Expected %s to have a branch '%s', but: %s%n  Its branches are %s",
          actual, name, e.getMessage(), branches());
    }
  }

  /**
   * Verifies that there is no branch of this name.
   *
   * @throws CatalogException if the catalog cannot be asked
   */
  public ProjectAssert hasNoBranch(String name) {
    isNotNull();
    if (branches().contains(name)) {
      throw failure("Expected %s to have no branch '%s', but it has", actual, name);
    }
    return this;
  }

  private List<String> branches() {
    try (var heads = actual.branches()) {
      return heads.map(BranchHead::branch).map(Object::toString).toList();
    } catch (NotFoundException e) {
      return List.of();
    }
  }
}
