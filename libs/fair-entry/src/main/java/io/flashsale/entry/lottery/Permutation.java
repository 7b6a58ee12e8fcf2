package io.flashsale.entry.lottery;

import io.flashsale.commons.signature.Hashes;
import java.nio.ByteBuffer;
import javax.crypto.Mac;

/**
 * A permutation of 0 to size - 1, computed from a seed. With the seed anybody can recompute it; without the seed
 * nobody can predict it.
 *
 * <p>A Feistel network of {@value #ROUNDS} rounds over the smallest even number of bits (two at least) that has room
 * for size. A result outside of the range is put in again until it is inside (cycle walking: Black and Rogaway,
 * Ciphers with Arbitrary Finite Domains, 2002). The round function is the last bits of the first eight bytes of
 * HMAC-SHA256(seed, round ‖ half). The round is one byte, counted from 0, and the half a big-endian number of eight
 * bytes.
 *
 * <p>Not thread-safe.
 */
final class Permutation {

    static final int ROUNDS = 8;

    private final Mac hmac;
    private final long size;
    private final int halfBits;
    private final long halfMask;

    Permutation(byte[] seed, long size) {
        if (size < 1 || size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a permutation of " + size);
        }
        this.hmac = Hashes.hmacSha256(seed);
        this.size = size;
        int bits = 1;
        while (1L << 2 * bits < size) {
            bits++;
        }
        this.halfBits = bits;
        this.halfMask = (1L << bits) - 1;
    }

    /** The image of this number. */
    long apply(long from) {
        requireInRange(from);
        long at = from;
        do {
            long left = at >> halfBits;
            long right = at & halfMask;
            for (int round = 0; round < ROUNDS; round++) {
                long next = left ^ function(round, right);
                left = right;
                right = next;
            }
            at = left << halfBits | right;
        } while (at >= size);
        return at;
    }

    /** The number with this image. */
    long invert(long to) {
        requireInRange(to);
        long at = to;
        do {
            long left = at >> halfBits;
            long right = at & halfMask;
            for (int round = ROUNDS - 1; round >= 0; round--) {
                long before = right ^ function(round, left);
                right = left;
                left = before;
            }
            at = left << halfBits | right;
        } while (at >= size);
        return at;
    }

    private void requireInRange(long value) {
        if (value < 0 || value >= size) {
            throw new IllegalArgumentException(value + " is not one of " + size);
        }
    }

    private long function(int round, long half) {
        byte[] input = ByteBuffer.allocate(1 + Long.BYTES)
                .put((byte) round)
                .putLong(half)
                .array();
        return ByteBuffer.wrap(hmac.doFinal(input)).getLong() & halfMask;
    }
}
