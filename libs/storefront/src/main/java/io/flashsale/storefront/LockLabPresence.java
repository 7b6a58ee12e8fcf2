package io.flashsale.storefront;

/**
 * What the gateway says of its upstreams.
 *
 * @param present whether a lock lab runs; without one no page leads there
 */
public record LockLabPresence(boolean present) {}
