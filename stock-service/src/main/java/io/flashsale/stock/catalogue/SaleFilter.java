package io.flashsale.stock.catalogue;

import io.flashsale.commons.listing.ListFilter;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a shopper searches the list of sales for.
 *
 * @param text that title, product or a variant's name contain, in lower case; empty for all
 * @param phase null for all
 */
record SaleFilter(String text, @Nullable Phase phase) implements ListFilter<ListedSales.Found> {

    private static final int MAX_TEXT = 100;

    /** @throws ProblemException if the text is too long */
    static SaleFilter of(@Nullable String text, @Nullable Phase phase) {
        if (text != null && text.length() > MAX_TEXT) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "q has at most " + MAX_TEXT + " characters.");
        }
        return new SaleFilter(text == null ? "" : text.strip().toLowerCase(Locale.ROOT), phase);
    }

    @Override
    public boolean fits(ListedSales.Found sale) {
        return (phase == null || phase == sale.phase()) && sale.text().contains(text);
    }

    @Override
    public boolean isSearch() {
        return !text.isEmpty();
    }
}
