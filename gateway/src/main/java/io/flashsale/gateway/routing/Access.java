package io.flashsale.gateway.routing;

/** The callers that a route admits. */
public enum Access {
    /** Everybody, logged in or not. */
    EVERYBODY,
    /** Shoppers and administrators. */
    PERSON,
    ADMINISTRATOR
}
