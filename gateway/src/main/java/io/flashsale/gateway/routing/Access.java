package io.flashsale.gateway.routing;

/** Who may use a route. */
public enum Access {
    /** Also whoever has not logged in. */
    EVERYBODY,
    /** Shoppers and administrators. */
    PERSON,
    ADMINISTRATOR
}
