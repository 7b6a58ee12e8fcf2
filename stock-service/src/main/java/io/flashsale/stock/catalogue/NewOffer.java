package io.flashsale.stock.catalogue;

import io.flashsale.admission.Campaign;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a new sale offers: all of it, or one of its variants.
 *
 * @param variant the name of the variant; null if there is only one offer
 */
record NewOffer(@Nullable String variant, SaleDetails details, long initialStock) {

    private static final int MAX_NAME = 100;

    /** Of the pages. */
    private static final int LANGUAGES = 2;

    /** The fault of these variants of one sale, as a sentence for the admin. */
    static Optional<String> faultOf(List<NewOffer> variants) {
        if (variants.size() < 2 || variants.size() > Campaign.MAX_FAMILY) {
            return Optional.of("variants must be 2 to " + Campaign.MAX_FAMILY + ", or none.");
        }
        if (variants.stream().anyMatch(one -> one.name().isEmpty() || one.name().length() > MAX_NAME)) {
            return Optional.of("variants must have names of 1 to " + MAX_NAME + " characters.");
        }
        if (IntStream.range(0, LANGUAGES).anyMatch(language -> areAlike(variants, language))) {
            return Optional.of("variants must have names that differ in each language.");
        }
        return variants.stream()
                .flatMap(one -> one.details().fault().stream())
                .map(fault -> "variants: " + fault)
                .findFirst();
    }

    private static boolean areAlike(List<NewOffer> variants, int language) {
        return variants.stream().map(one -> one.nameIn(language)).distinct().count() < variants.size();
    }

    /** The part of “Red || 红” that pages in this language show. */
    private String nameIn(int language) {
        String[] parts = name().split(" \\|\\| ");
        return parts[Math.min(language, parts.length - 1)].strip();
    }

    private String name() {
        return variant == null ? "" : variant;
    }
}
