package io.flashsale.entry.lottery;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class PermutationTests {

    /** Fixed seed: the same lotteries in each run. */
    private final Random random = new Random(20_261_123);

    private byte[] seed() {
        byte[] seed = new byte[32];
        random.nextBytes(seed);
        return seed;
    }

    @Test
    void shouldGiveEachPlaceToOneNumberWhateverTheSize() {
        LongStream sizes = LongStream.concat(LongStream.rangeClosed(1, 70), LongStream.of(255, 256, 257, 300));
        for (long size : sizes.toArray()) {
            Permutation permutation = new Permutation(seed(), size);
            Set<Long> places = new HashSet<>();
            for (long number = 0; number < size; number++) {
                long place = permutation.apply(number);
                assertThat(place).isBetween(0L, size - 1);
                assertThat(permutation.invert(place)).isEqualTo(number);
                places.add(place);
            }
            assertThat(places).hasSize((int) size);
        }
    }

    /** Written only from docs/lottery.md; shares no line with the tested code. */
    private static long recomputedPlace(String seedInHex, long size, long number) throws Exception {
        Mac hmac = Mac.getInstance("HmacSHA256");
        hmac.init(new SecretKeySpec(HexFormat.of().parseHex(seedInHex), "HmacSHA256"));
        int bits = 2;
        while (BigInteger.TWO.pow(bits).compareTo(BigInteger.valueOf(size)) < 0) {
            bits += 2;
        }
        BigInteger half = BigInteger.TWO.pow(bits / 2);
        BigInteger x = BigInteger.valueOf(number - 1);
        do {
            BigInteger[] parts = x.divideAndRemainder(half);
            for (int round = 0; round < 8; round++) {
                byte[] message = HexFormat.of().parseHex(String.format("%02x%016x", round, parts[1]));
                String mac = HexFormat.of().formatHex(hmac.doFinal(message));
                BigInteger f = new BigInteger(mac.substring(0, 16), 16).mod(half);
                parts = new BigInteger[] {parts[1], parts[0].xor(f)};
            }
            x = parts[0].multiply(half).add(parts[1]);
        } while (x.compareTo(BigInteger.valueOf(size)) >= 0);
        return x.longValueExact() + 1;
    }

    @Test
    void shouldBeWhatAnybodyRecomputes() throws Exception {
        for (long size : new long[] {1, 2, 3, 4, 5, 16, 17, 500, 10_000, 100_000}) {
            byte[] seed = seed();
            Places places = Places.drawn(seed, size);
            for (int i = 0; i < 50; i++) {
                long number = 1 + random.nextLong(size);
                assertThat(places.placeOf(number))
                        .isEqualTo(recomputedPlace(HexFormat.of().formatHex(seed), size, number));
            }
        }
    }

    /** An example that pages may quote, computed once by another program (Python). */
    @Test
    void shouldStayAsItIs() {
        byte[] seed = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
        assertThat(LongStream.rangeClosed(1, 10).map(Places.drawn(seed, 10)::placeOf))
                .containsExactly(9L, 7L, 10L, 1L, 4L, 5L, 3L, 2L, 8L, 6L);
    }

    /**
     * Spreads the places of one number evenly: chi-square over 10,000 lotteries of 50. For 49 degrees of freedom a
     * fair lottery exceeds 111.5 with a chance of about 1 in a million (Wilson-Hilferty: 49 · (1 - 2/441 + 4.75 ·
     * √(2/441))³). The test looks at four numbers, so with random seeds it would fail about four times in a million.
     * With these seeds it does not.
     */
    @Test
    void shouldSpreadPlacesEvenly() {
        int[] looked = {0, 1, 24, 49};
        int[][] counts = new int[looked.length][50];
        for (int lottery = 0; lottery < 10_000; lottery++) {
            Permutation permutation = new Permutation(seed(), 50);
            for (int i = 0; i < looked.length; i++) {
                counts[i][(int) permutation.apply(looked[i])]++;
            }
        }
        for (int[] count : counts) {
            assertThat(chiSquare(count)).isLessThan(111.5);
        }
    }

    /** The statistic for cells that should be equally full. */
    private static double chiSquare(int[] counts) {
        double expected = (double) IntStream.of(counts).sum() / counts.length;
        return IntStream.of(counts)
                .mapToDouble(observed -> (observed - expected) * (observed - expected) / expected)
                .sum();
    }

    /** A checker must be seen to fail: it notices early numbers that are better off in one of five lotteries. */
    @Test
    void shouldSeeWhenEarlyNumbersAreBetterOff() {
        int[] counts = new int[50];
        for (int lottery = 0; lottery < 10_000; lottery++) {
            int place = random.nextInt(50);
            boolean favoured = random.nextInt(5) == 0;
            counts[favoured ? Math.min(place, random.nextInt(50)) : place]++;
        }
        assertThat(chiSquare(counts)).isGreaterThan(111.5);
    }

    /** Numbers that are close must not get close places: chi-square as above, over the distance of two neighbours. */
    @Test
    void shouldPartNeighbours() {
        int[] counts = new int[50]; // by distance modulo 50: 1 to 49, each equally likely
        for (int lottery = 0; lottery < 10_000; lottery++) {
            Permutation permutation = new Permutation(seed(), 50);
            counts[(int) Math.floorMod(permutation.apply(7) - permutation.apply(8), 50)]++;
        }
        assertThat(counts[0]).isZero();
        assertThat(chiSquare(Arrays.copyOfRange(counts, 1, 50)))
                .as("48 degrees of freedom")
                .isLessThan(110);
    }
}
