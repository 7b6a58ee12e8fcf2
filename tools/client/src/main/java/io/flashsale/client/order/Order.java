package io.flashsale.client.order;

/** An order as its owner sees it. */
public record Order(long orderId, OrderStatus status) {}
