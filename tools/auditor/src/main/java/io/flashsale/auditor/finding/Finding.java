package io.flashsale.auditor.finding;

import java.util.List;

/**
 * One kind of error, and how often it occurred.
 *
 * @param count the number of cases
 * @param first the first case, by order id if the cases are orders
 * @param worst the case with the largest error; the first of several
 * @param last the last case
 * @param examples the first cases, up to five
 */
public record Finding(FindingKind kind, long count, String first, String worst, String last, List<String> examples) {

    public Finding {
        examples = List.copyOf(examples);
    }
}
