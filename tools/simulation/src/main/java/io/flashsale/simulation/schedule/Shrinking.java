package io.flashsale.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing sequence short enough to read. */
public final class Shrinking {

    private Shrinking() {}

    /**
     * Removes elements as long as the rest still fails: first halves, then quarters, at last single elements.
     *
     * <p>Guarantees that the result fails, and that without any one of its elements it does not. Not that no shorter
     * sequence fails. The method is delta debugging (Zeller and Hildebrandt, 2002) without its complements.
     *
     * @param failing a sequence that fails
     * @param fails must answer the same each time, and accept any part of the sequence
     */
    public static <T> List<T> shortest(List<T> failing, Predicate<List<T>> fails) {
        List<T> shortest = failing;
        int length = Math.max(1, shortest.size() / 2);
        while (true) {
            List<T> shorter = withoutParts(shortest, length, fails);
            boolean removed = shorter.size() < shortest.size();
            shortest = shorter;
            if (length == 1 && !removed) {
                return shortest;
            }
            length = Math.max(1, removed && length == 1 ? 1 : length / 2);
        }
    }

    /** Removes each part of this length that the failure does not need, from the end to the beginning. */
    private static <T> List<T> withoutParts(List<T> failing, int length, Predicate<List<T>> fails) {
        List<T> shortest = failing;
        for (int end = shortest.size(); end > 0; end -= length) {
            int begin = Math.max(0, end - length);
            List<T> shorter = new ArrayList<>(shortest.subList(0, begin));
            shorter.addAll(shortest.subList(end, shortest.size()));
            if (fails.test(shorter)) {
                shortest = shorter;
            }
        }
        return shortest;
    }
}
