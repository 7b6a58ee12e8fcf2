package io.flashsale.locklab.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * Leads through all orders, one after the other and each from its beginning, as nothing can be undone: at each place it says which
 * of the moves to take, and after an order which one is next, so that none comes twice. For one thread.
 */
public final class Decisions {

    private final List<Integer> chosen = new ArrayList<>();

    /** How many there were to choose from at each place of this order. */
    private final List<Integer> widths = new ArrayList<>();

    /** Which one to take, counted from 0, at the next place of this order, at which there are so many. */
    public int next(int width) {
        int depth = widths.size();
        if (depth == chosen.size()) {
            chosen.add(0);
        }
        widths.add(width);
        return chosen.get(depth);
    }

    /** To be called at the end of an order; false if it was the last one. */
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
