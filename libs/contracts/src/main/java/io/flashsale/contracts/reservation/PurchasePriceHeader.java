package io.flashsale.contracts.reservation;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The request header with the price that the shopper was shown, in cents. A reservation that names another price than
 * the sale has is refused; one without the header is accepted at any price.
 */
public final class PurchasePriceHeader {

    public static final String NAME = "Purchase-Price-Cents";

    private static final Pattern CENTS = Pattern.compile("[0-9]{1,18}");

    private PurchasePriceHeader() {}

    /** The price that the text names; empty if it is no price. */
    public static OptionalLong centsOf(String shown) {
        return CENTS.matcher(shown).matches() ? OptionalLong.of(Long.parseLong(shown)) : OptionalLong.empty();
    }
}
