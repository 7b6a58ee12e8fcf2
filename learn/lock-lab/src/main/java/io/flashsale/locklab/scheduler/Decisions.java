package io.flashsale.locklab.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * Enumerates all orders depth-first, each exactly once. At each place of an order it says which option to take.
 * Each order starts from its beginning, because nothing can be undone. For one thread.
 */
public final class Decisions {

    private final List<Integer> chosen = new ArrayList<>();

    /** The number of options at each place of this order. */
    private final List<Integer> widths = new ArrayList<>();

    /** Returns the option to take at the next place of this order, counted from 0, out of this many. */
    public int next(int width) {
        int depth = widths.size();
        if (depth == chosen.size()) {
            chosen.add(0);
        }
        widths.add(width);
        return chosen.get(depth);
    }

    /** Moves on to the next order. Call it at the end of an order. Returns false after the last one. */
    public boolean toTheNext() {
        while (chosen.size() > widths.size()) {
            chosen.removeLast();
        }
        while (!chosen.isEmpty()) {
            int last = chosen.removeLast();
            if (last + 1 < widths.get(chosen.size())) {
                chosen.add(last + 1);
                widths.clear();
                return true;
            }
        }
        return false;
    }
}
