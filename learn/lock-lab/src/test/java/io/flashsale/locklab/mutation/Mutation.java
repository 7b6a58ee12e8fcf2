package io.flashsale.locklab.mutation;

import java.util.ArrayList;
import java.util.List;

/**
 * Removes a lock or its equivalent.
 *
 * @param name what is wrong now
 * @param edits how
 * @param broken the scenarios that hold without the mutation and must not hold with it, such as {@code A3/crowd}
 */
record Mutation(String name, List<Edit> edits, List<String> broken) {

    static Mutation of(String name, String file, String from, String to, String... broken) {
        return new Mutation(name, List.of(new Edit(file, from, to)), List.of(broken));
    }

    /** The same mutation with one more change. */
    Mutation and(String file, String from, String to) {
        List<Edit> more = new ArrayList<>(edits);
        more.add(new Edit(file, from, to));
        return new Mutation(name, List.copyOf(more), broken);
    }

    @Override
    public String toString() {
        return name;
    }
}
