package io.flashsale.order.ordering;

import java.util.Collection;

/**
 * Orders were placed or changed their status. Published within the transaction; listeners act after its commit.
 * Nothing may depend on a listener: a crash right after the commit loses the event.
 */
public record OrdersChanged(Collection<Long> ids) {}
