package io.flashsale.commons.listing;

/**
 * Which entries of a list a caller wants. Equal filters want the same.
 *
 * @param <T> an entry
 */
@FunctionalInterface
public interface ListFilter<T> {

    boolean fits(T entry);

    /** Whether callers can make up any number of filters like this one. */
    default boolean isSearch() {
        return false;
    }
}
