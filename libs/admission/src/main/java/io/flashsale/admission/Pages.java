package io.flashsale.admission;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is too much to hold at once, page by page; each page begins after the last element of the page before.
 */
@FunctionalInterface
public interface Pages<T> {

    /**
     * The next elements, in an order that stays the same.
     *
     * @param last of the page before; null for the first page
     * @return empty when there are no more
     */
    List<T> after(@Nullable T last);

    /** All pages, each read when it is asked for. */
    default Stream<List<T>> stream() {
        return Stream.iterate(after(null), page -> !page.isEmpty(), page -> after(page.getLast()));
    }
}
