package io.flashsale.commons.client;

/** Identifies this service to others. A service without one calls only public paths. */
@FunctionalInterface
public interface ServiceToken {

    /** A token that stays valid for the duration of a call. */
    String current();
}
