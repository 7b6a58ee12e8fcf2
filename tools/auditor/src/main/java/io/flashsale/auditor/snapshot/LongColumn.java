package io.flashsale.auditor.snapshot;

import java.util.Arrays;

/** A growing list of unboxed numbers. */
final class LongColumn {

    private long[] values = new long[64];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    long get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }
}
