package io.flashsale.system.purchase;

import java.util.List;

/**
 * Tests with chi-square whether places depend on numbers.
 *
 * <p>Cuts numbers and places into 20 parts each. Each part of the numbers should have the same share of each
 * part of the places.
 *
 * <p>For 361 degrees of freedom a fair lottery exceeds {@link #LIMIT} with a probability of about one in a
 * million (Wilson-Hilferty: 361 · (1 - 2/3249 + 4.75 · √(2/3249))³).
 */
final class Spread {

    static final double LIMIT = 503.5;

    private static final int PARTS = 20;

    private Spread() {}

    /** @param places of the numbers 1, 2, 3, …, each once; at least 2,000, which gives five for each pair of parts */
    static double chiSquare(List<Long> places) {
        int size = places.size();
        int[][] counts = new int[PARTS][PARTS];
        for (int i = 0; i < size; i++) {
            counts[i * PARTS / size][(int) ((places.get(i) - 1) * PARTS / size)]++;
        }
        double expected = (double) size / PARTS / PARTS;
        double sum = 0;
        for (int[] row : counts) {
            for (int observed : row) {
                sum += (observed - expected) * (observed - expected) / expected;
            }
        }
        return sum;
    }
}
