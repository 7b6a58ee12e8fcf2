package io.flashsale.system.purchase;

import java.util.List;

/**
 * Whether places have to do with numbers, by chi-square: numbers and places are cut into 20 parts each, and of each part of the
 * numbers each part of the places should have the same share.
 *
 * <p>For 361 degrees of freedom a fair lottery exceeds {@link #LIMIT} with a chance of about one in a million (Wilson-Hilferty:
 * 361 · (1 - 2/3249 + 4.75 · √(2/3249))³).
 */
final class Spread {

    static final double LIMIT = 503.5;

    private static final int PARTS = 20;

    private Spread() {}

    /** @param places of the numbers 1, 2, 3, …, each once, and at least 2,000, so that there are five for each pair of parts */
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
