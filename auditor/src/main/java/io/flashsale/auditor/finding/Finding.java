package io.flashsale.auditor.finding;

import java.util.List;

/**
 * One thing that is wrong, and how often.
 *
 * @param count how often
 * @param first the first case, in the order of order ids where it is about orders
 * @param worst the one that is off by most; the first of them
 * @param last the last case
 * @param examples up to five, the first ones
 */
public record Finding(FindingKind kind, long count, String first, String worst, String last, List<String> examples) {

    public Finding {
        examples = List.copyOf(examples);
    }
}
