package dev.landfall.event;

import dev.landfall.model.Attempt;
import dev.landfall.model.OperationId;
import dev.landfall.model.ProjectName;

/** One attempt of a publish, recovery or abandonment failed; another may follow. */
public record AttemptFailed(ProjectName project, OperationId operationId, Attempt attempt) {}
