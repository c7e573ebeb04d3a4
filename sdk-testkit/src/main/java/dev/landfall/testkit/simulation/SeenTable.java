package dev.landfall.testkit.simulation;

import dev.landfall.model.OperationId;
import org.jspecify.annotations.Nullable;

/**
 * A table version as a reader saw it.
 *
 * @param writer the operation whose id is written in the file; none if the file cannot be read
 */
public record SeenTable(String metadataLocation, @Nullable OperationId writer) {}
