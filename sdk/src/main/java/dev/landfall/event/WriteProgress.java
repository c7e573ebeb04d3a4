package dev.landfall.event;

/**
 * How far a write of rows has come. A write reports about every 100,000 rows, at each finished file
 * and at its end; the last report has the totals.
 *
 * @param table the name under which the table was opened, or its id while it has no name
 * @param rows rows taken so far
 * @param bytes bytes of the finished files
 * @param files finished files
 */
public record WriteProgress(String table, long rows, long bytes, int files) {}
