package io.flashsale.order.ordering;

import java.util.Collection;

/**
 * Orders have been placed or have changed their status. Published within the transaction; listeners act after its
 * commit, and must not need to: a crash right after the commit loses the event.
 */
public record OrdersChanged(Collection<Long> ids) {}
