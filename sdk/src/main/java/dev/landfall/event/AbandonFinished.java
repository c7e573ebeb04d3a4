package dev.landfall.event;

import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import org.jspecify.annotations.Nullable;

/**
 * An operation is fenced, or had landed before.
 *
 * @param commit the commit that the operation had made; none if it will never land
 */
public record AbandonFinished(
    ProjectName project, OperationId operationId, @Nullable CommitId commit) {}
