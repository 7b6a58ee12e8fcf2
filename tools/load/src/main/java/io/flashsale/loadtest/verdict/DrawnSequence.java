package io.flashsale.loadtest.verdict;

import io.flashsale.loadtest.verdict.Board.Drawn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Computes a number's place in a lottery from public data, as docs/lottery.md describes. It is a Feistel network
 * of eight rounds, applied until the result lies within the lottery. The code is independent of the shop, whose
 * places it checks.
 */
final class DrawnSequence {

    private static final int ROUNDS = 8;

    private final Mac mac;
    private final BigInteger size;
    private final BigInteger half;

    DrawnSequence(Drawn drawn) {
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(drawn.seed(), "HmacSHA256"));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new AssertionError(impossible);
        }
        size = BigInteger.valueOf(drawn.size());
        BigInteger smallest = BigInteger.TWO;
        while (smallest.multiply(smallest).compareTo(size) < 0) {
            smallest = smallest.multiply(BigInteger.TWO);
        }
        half = smallest;
    }

    /** Returns the drawn place of a number given before the opening, and any later number unchanged. */
    long placeOf(long number) {
        BigInteger place = BigInteger.valueOf(number - 1);
        if (place.compareTo(size) >= 0) {
            return number;
        }
        do {
            place = encrypted(place);
        } while (place.compareTo(size) >= 0);
        return place.longValueExact() + 1;
    }

    private BigInteger encrypted(BigInteger value) {
        BigInteger left = value.divide(half);
        BigInteger right = value.mod(half);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] digest = mac.doFinal(ByteBuffer.allocate(1 + Long.BYTES)
                    .put((byte) round)
                    .putLong(right.longValueExact())
                    .array());
            BigInteger f = new BigInteger(1, Arrays.copyOf(digest, Long.BYTES)).mod(half);
            BigInteger next = left.xor(f);
            left = right;
            right = next;
        }
        return left.multiply(half).add(right);
    }
}
