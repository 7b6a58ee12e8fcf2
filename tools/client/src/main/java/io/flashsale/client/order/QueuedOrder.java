package io.flashsale.client.order;

/** @param status always {@link OrderStatus#QUEUED}, as the order is placed later */
public record QueuedOrder(long orderId, OrderStatus status) {}
