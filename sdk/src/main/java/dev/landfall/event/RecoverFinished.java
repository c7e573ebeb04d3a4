package dev.landfall.event;

import dev.landfall.model.CommitId;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;
import org.jspecify.annotations.Nullable;

/**
 * A recovery found out whether an operation had landed.
 *
 * @param commit the commit that the operation made; none if the catalog has no record of it now
 */
public record RecoverFinished(
    ProjectName project, OperationId operationId, @Nullable CommitId commit) {}
