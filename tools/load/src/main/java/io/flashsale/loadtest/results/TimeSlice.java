package io.flashsale.loadtest.results;

import java.util.Map;

/**
 * The reservations answered in one slice of time, which begins at {@code begin}, in milliseconds since 1970.
 * Percentiles are in milliseconds, and meaningless if no click was answered.
 */
public record TimeSlice(
        long begin, int accepted, Map<String, Integer> refused, int bad, int answered, int p50, int p95, int p99) {}
