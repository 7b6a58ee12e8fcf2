package io.flashsale.simulation.script;

import java.util.Comparator;

/** Reads the ids of stream entries. */
final class Ids {

    static final Comparator<String> IN_SEQUENCE =
            Comparator.comparingLong(Ids::millis).thenComparingLong(Ids::sequence);

    private Ids() {}

    static long millis(String id) {
        return Long.parseLong(id.substring(0, id.indexOf('-')));
    }

    static long sequence(String id) {
        return Long.parseLong(id.substring(id.indexOf('-') + 1));
    }
}
