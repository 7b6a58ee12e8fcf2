package io.flashsale.commons.tracing;

import java.time.Instant;
import java.util.Map;

/**
 * What happened to one click at one stop.
 *
 * @param stop its name, see {@link Stop}: a text, because an instance of another version may know others
 * @param service that was at work
 * @param at when it began, by that machine's clock
 * @param micros how long it took, in microseconds
 * @param wrote what it found and wrote, by name
 */
public record StopRecord(String stop, String service, Instant at, long micros, Map<String, String> wrote) {}
