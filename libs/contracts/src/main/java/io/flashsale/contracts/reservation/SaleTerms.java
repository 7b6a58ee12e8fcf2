package io.flashsale.contracts.reservation;

import org.jspecify.annotations.Nullable;

/**
 * A sale's promise to its shoppers. It is copied into each reservation, so that a later change of the sale does not
 * alter an accepted order.
 *
 * @param title of the sale, as the shopper saw it, with the name of the variant
 * @param imageUrl path of the product's picture
 * @param priceCents price of one unit in cents, 0 or more
 */
public record SaleTerms(String title, String imageUrl, long priceCents) {

    private static final String LANGUAGES = " || ";

    /** The title with the name of a variant, in each language that one of them has. */
    public static String title(String sale, @Nullable String variant) {
        if (variant == null) {
            return sale;
        }
        String[] titles = sale.split(" \\|\\| ", 2);
        String[] names = variant.split(" \\|\\| ", 2);
        String first = titles[0] + ", " + names[0];
        return titles.length == 1 && names.length == 1
                ? first
                : first + LANGUAGES + titles[titles.length - 1] + "，" + names[names.length - 1];
    }
}
