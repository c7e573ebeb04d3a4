package dev.landfall.model;

import java.time.Instant;

/**
 * A project as its catalog knows it.
 *
 * @param location the URI under which all files of the project's tables lie, without a slash at its
 *     end; it never changes
 */
public record ProjectInfo(ProjectName name, String location, Instant createdAt) {}
