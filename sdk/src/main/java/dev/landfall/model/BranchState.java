package dev.landfall.model;

import java.util.UUID;

/**
 * A branch and its head at one moment.
 *
 * @param branchId the id of the branch, which a branch created again under its name does not share
 */
public record BranchState(ProjectInfo project, BranchName name, UUID branchId, CommitInfo head) {}
