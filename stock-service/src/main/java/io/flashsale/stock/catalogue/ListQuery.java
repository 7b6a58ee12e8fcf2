package io.flashsale.stock.catalogue;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of sales.
 *
 * @param text that title or product contain, in lower case; empty for all
 * @param phase null for all
 * @param after where the page before ended; null for the first page
 * @param timed whether each sale says at what time the list was made
 */
record ListQuery(
        String text, @Nullable Phase phase, @Nullable ListPlace after, int size, boolean timed) {

    /** The first page as it was before there were pages. */
    static final int WHOLE = 1_000;

    static final int MAX_SIZE = 100;
    private static final int DEFAULT_SIZE = 50;
    private static final int MAX_TEXT = 100;

    static ListQuery of(@Nullable String text, @Nullable Phase phase, @Nullable String after, @Nullable Integer size) {
        if (text == null && phase == null && after == null && size == null) {
            return new ListQuery("", null, null, WHOLE, true);
        }
        if (text != null && text.length() > MAX_TEXT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "q has at most " + MAX_TEXT + " characters.");
        }
        if (size != null && (size < 1 || size > MAX_SIZE)) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "size is 1 to " + MAX_SIZE + ".");
        }
        return new ListQuery(
                text == null ? "" : text.strip().toLowerCase(Locale.ROOT),
                phase,
                after == null ? null : place(after),
                size == null ? DEFAULT_SIZE : size,
                false);
    }

    private static ListPlace place(String cursor) {
        try {
            return ListPlace.parse(cursor);
        } catch (IllegalArgumentException _) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "after comes from the Link of the page before.");
        }
    }
}
