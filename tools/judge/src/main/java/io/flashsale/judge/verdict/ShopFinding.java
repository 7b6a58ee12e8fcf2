package io.flashsale.judge.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * One kind of error, how often it occurred, and a sentence with the numbers.
 *
 * @param example a case; empty where the kind has none
 */
public record ShopFinding(Kind kind, long count, String sentence, String example) {

    /** What can be wrong. */
    public enum Kind {
        /** More orders hold a unit than there were units. */
        OVERSOLD,
        /** A shopper has more orders than the limit. */
        BOUGHT_TWICE,
        /** The shop accepted a purchase, and has no order of it. */
        ACCEPTED_AND_LOST,
        /** An order that no answer explains. */
        ORDER_FROM_NOWHERE,
        /** The units that left the stock are not those in the orders. */
        STOCK_DOES_NOT_ADD_UP,
        REDIS_AND_DATABASE_DIFFER;

        /** The name in reports, such as {@code bought-twice}. */
        @JsonValue
        public String slug() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
