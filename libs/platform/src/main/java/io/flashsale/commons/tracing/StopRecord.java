package io.flashsale.commons.tracing;

import java.time.Instant;
import java.util.Map;

/**
 * What happened to one click at one stop.
 *
 * @param stop its name, see {@link Stop}. It is a text because other versions may have other stops
 * @param service the service that worked
 * @param at when it began, by that machine's clock
 * @param micros its duration in microseconds
 * @param wrote what it found and wrote, by name
 */
public record StopRecord(String stop, String service, Instant at, long micros, Map<String, String> wrote) {}
