/**
 * Files in object stores: created once, uploaded while the application goes on, and durable as soon
 * as the store has acknowledged them.
 */
@NullMarked
package dev.landfall.internal.objectstore;

import org.jspecify.annotations.NullMarked;
