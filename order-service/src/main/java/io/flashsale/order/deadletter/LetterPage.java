package io.flashsale.order.deadletter;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.flashsale.order.deadletter.DeadLetter.Position;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a page of a topic's letters begins.
 *
 * @param ends the offset in each partition before which it begins; at the newest letter where there is none
 */
record LetterPage(Map<Integer, Long> ends) {

    static final LetterPage NEWEST = new LetterPage(Map.of());

    private static final Pattern TEXT = Pattern.compile("\\d{1,9}@\\d{1,18}(,\\d{1,9}@\\d{1,18})*");

    /** Reads what {@link #toString} wrote; empty for other texts. */
    static Optional<LetterPage> of(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(new LetterPage(Stream.of(text.split(","))
                .map(end -> end.split("@"))
                .collect(toMap(end -> Integer.valueOf(end[0]), end -> Long.valueOf(end[1]), Math::min))));
    }

    /** The page that follows these letters of this page. */
    LetterPage after(Collection<Position> shown) {
        Map<Integer, Long> next = new TreeMap<>(ends);
        shown.forEach(letter -> next.merge(letter.partition(), letter.offset(), Math::min));
        return new LetterPage(next);
    }

    long endIn(int partition, long newest) {
        return Math.min(newest, ends.getOrDefault(partition, newest));
    }

    /** Such as {@code 0@17,1@4}. */
    @Override
    public String toString() {
        return ends.entrySet().stream()
                .map(end -> end.getKey() + "@" + end.getValue())
                .collect(joining(","));
    }
}
