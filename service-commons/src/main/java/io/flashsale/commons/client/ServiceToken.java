package io.flashsale.commons.client;

/** Says to other services who calls. A service that has none calls only what is public. */
@FunctionalInterface
public interface ServiceToken {

    /** A token that is good for as long as a call may take. */
    String current();
}
