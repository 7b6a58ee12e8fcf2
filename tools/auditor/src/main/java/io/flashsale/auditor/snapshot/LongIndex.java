package io.flashsale.auditor.snapshot;

import java.util.Arrays;

/**
 * Maps a number to its place.
 *
 * <p>It is a hash table from long to int with open addressing, 24 to 48 bytes per entry. The first place that
 * was put for a number stays.
 */
public final class LongIndex {

    private static final int ABSENT = -1;

    private long[] keys;
    private int[] places;
    private int size;

    public LongIndex(int expected) {
        int capacity = Integer.highestOneBit(Math.max(8, expected)) * 4;
        keys = new long[capacity];
        places = emptyPlaces(capacity);
    }

    /** Whether the number was new; otherwise nothing changes. */
    public boolean put(long key, int place) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int slot = slotOf(key);
        if (places[slot] != ABSENT) {
            return false;
        }
        keys[slot] = key;
        places[slot] = place;
        size++;
        return true;
    }

    /** The place of the number, or -1. */
    public int find(long key) {
        return places[slotOf(key)];
    }

    public boolean contains(long key) {
        return find(key) != ABSENT;
    }

    /** The slot of the key, or the free slot for it. */
    private int slotOf(long key) {
        int mask = keys.length - 1;
        long mixed = key * 0x9E3779B97F4A7C15L; // Fibonacci hashing spreads ids that differ in their low bits only
        int slot = (int) (mixed >>> 32) & mask;
        while (places[slot] != ABSENT && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldPlaces = places;
        keys = new long[oldKeys.length * 2];
        places = emptyPlaces(keys.length);
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldPlaces[i] != ABSENT) {
                put(oldKeys[i], oldPlaces[i]);
            }
        }
    }

    private static int[] emptyPlaces(int capacity) {
        int[] places = new int[capacity];
        Arrays.fill(places, ABSENT);
        return places;
    }
}
