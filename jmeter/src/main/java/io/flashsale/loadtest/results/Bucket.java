package io.flashsale.loadtest.results;

import java.util.Map;

/**
 * The reservations that were answered in one slice of time, which begins {@code begin} milliseconds since 1970. The
 * percentiles are milliseconds; they say nothing where no click was answered.
 */
public record Bucket(
        long begin, int accepted, Map<String, Integer> refused, int bad, int answered, int p50, int p95, int p99) {}
