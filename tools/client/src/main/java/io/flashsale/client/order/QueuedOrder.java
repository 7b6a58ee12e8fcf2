package io.flashsale.client.order;

/** An accepted reservation; its order is placed later. */
public record QueuedOrder(long orderId) {}
