package io.flashsale.client.model;

/** @param status always {@link OrderStatus#QUEUED}, as the order is placed later */
public record Reservation(long orderId, OrderStatus status) {}
