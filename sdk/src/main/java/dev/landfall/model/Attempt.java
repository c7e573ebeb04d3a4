package dev.landfall.model;

import java.time.Duration;
import java.time.Instant;

/**
 * One try of a publish that ended without the catalog's own answer.
 *
 * @param number counted from 1
 * @param mayHaveBeenSent whether the catalog may have got the request
 * @param failure what failed, in words; never a secret
 */
public record Attempt(
    int number, Instant startedAt, Duration elapsed, boolean mayHaveBeenSent, String failure) {}
