package io.flashsale.commons.listing;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, as a caller asks for it.
 *
 * @param after where the page before ended; null for the first page
 * @param <T> an entry of the list
 */
public record PageQuery<T>(ListFilter<T> filter, @Nullable ListPlace after, int size) {

    /** Entries of the first page as it was before there were pages. */
    private static final int WHOLE = 1_000;

    private static final int MAX_SIZE = 100;
    private static final int DEFAULT_SIZE = 50;

    /** What a caller gets that knows no pages. */
    public static <T> PageQuery<T> whole(ListFilter<T> filter) {
        return new PageQuery<>(filter, null, WHOLE);
    }

    /** @throws ProblemException unless the parameters are valid */
    public static <T> PageQuery<T> of(ListFilter<T> filter, @Nullable String after, @Nullable Integer size) {
        if (size != null && (size < 1 || size > MAX_SIZE)) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "size is 1 to " + MAX_SIZE + ".");
        }
        return new PageQuery<>(filter, after == null ? null : place(after), size == null ? DEFAULT_SIZE : size);
    }

    private static ListPlace place(String cursor) {
        try {
            return ListPlace.parse(cursor);
        } catch (IllegalArgumentException _) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "after comes from the Link of the page before.");
        }
    }

    /** The size of the page after this one. */
    public int nextSize() {
        return Math.min(size, MAX_SIZE);
    }

    /** Whether this is one of the few pages with which readers begin. */
    boolean isFirst() {
        return after == null && !filter.isSearch() && (size == WHOLE || size == DEFAULT_SIZE || size == MAX_SIZE);
    }

    /** The page after this one. */
    PageQuery<T> after(String cursor) {
        return new PageQuery<>(filter, ListPlace.parse(cursor), nextSize());
    }
}
