package dev.landfall.event;

import dev.landfall.model.BranchName;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;

/**
 * A publish begins.
 *
 * @param changes how many changes the commit makes
 */
public record PublishStarted(
    ProjectName project, BranchName branch, OperationId operationId, int changes) {}
