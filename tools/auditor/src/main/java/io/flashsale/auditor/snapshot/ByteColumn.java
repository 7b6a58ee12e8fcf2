package io.flashsale.auditor.snapshot;

import java.util.Arrays;

/** A growing list of small numbers, such as the ordinals of an enum. */
final class ByteColumn {

    private byte[] values = new byte[64];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = (byte) value;
    }

    int get(int index) {
        return values[index];
    }
}
