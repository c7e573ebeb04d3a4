package dev.landfall.internal.files;

import java.time.Instant;

/** A file that a listing found, and when it was last written. */
public record StoredFile(String location, long bytes, Instant written) {}
