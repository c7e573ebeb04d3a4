/**
 * The commit engine over SQL: projects, branches, commits and operations in a database, with one
 * writer in each process, and history that is read without being rebuilt. {@link
 * dev.landfall.internal.engine.DirectoryCatalog} opens it on a directory, {@link
 * dev.landfall.internal.engine.PostgresCatalog} in a PostgreSQL database.
 */
@NullMarked
package dev.landfall.internal.engine;

import org.jspecify.annotations.NullMarked;
