package io.flashsale.client.entry;

import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The public facts of a lottery.
 *
 * @param seedHash SHA-256 of the seed, both in hex
 * @param seed null, as {@code size}, until the draw
 * @param size the last number that takes part
 */
public record Lottery(
        String seedHash, @Nullable String seed, @Nullable Long size) {

    private static final String HMAC = "HmacSHA256";
    private static final int ROUNDS = 8;

    public boolean isDrawn() {
        return seed != null && size != null;
    }

    /**
     * The place of a number, which anybody can recompute: docs/lottery.md, "The lottery, and how to check it". A
     * number that did not take part in the draw is its own place.
     *
     * @throws IllegalStateException before the draw
     */
    public long placeOf(long number) {
        if (seed == null || size == null) {
            throw new IllegalStateException("the lottery is not drawn");
        }
        return number > size ? number : 1 + permuted(hmac(seed), size, number - 1);
    }

    private static long permuted(Mac hmac, long size, long from) {
        int halfBits = 1;
        while (1L << 2 * halfBits < size) {
            halfBits++;
        }
        long mask = (1L << halfBits) - 1;
        long at = from;
        do {
            long left = at >> halfBits;
            long right = at & mask;
            for (byte round = 0; round < ROUNDS; round++) {
                byte[] input = ByteBuffer.allocate(9).put(round).putLong(right).array();
                long next = left ^ ByteBuffer.wrap(hmac.doFinal(input)).getLong() & mask;
                left = right;
                right = next;
            }
            at = left << halfBits | right;
        } while (at >= size);
        return at;
    }

    private static Mac hmac(String seed) {
        try {
            Mac hmac = Mac.getInstance(HMAC);
            hmac.init(new SecretKeySpec(HexFormat.of().parseHex(seed), HMAC));
            return hmac;
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
