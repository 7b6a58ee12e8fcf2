package io.flashsale.locklab.mutation;

import java.util.List;
import java.util.stream.Stream;

/**
 * Removes a lock or its equivalent.
 *
 * @param name what is wrong now
 * @param edits how
 * @param broken the scenarios that hold without the mutation and must not hold with it, such as {@code A3/crowd}
 */
record Mutation(String name, List<Edit> edits, List<String> broken) {

    /** Reads a name, its edits as {@code file: from => to} and, in the last line, what it breaks; then the next one. */
    static List<Mutation> table(String text) {
        return Stream.of(text.split("\n(?=\\S)")).map(Mutation::parse).toList();
    }

    private static Mutation parse(String text) {
        List<String> lines = text.lines().map(String::strip).toList();
        return new Mutation(
                lines.getFirst(),
                lines.subList(1, lines.size() - 1).stream().map(Edit::parse).toList(),
                List.of(lines.getLast().split(" +")));
    }

    @Override
    public String toString() {
        return name;
    }
}
