package io.flashsale.admission;

/**
 * Someone who was admitted, as a member of a {@link ReservationGroup}.
 *
 * @param correlationId of the request, may be empty
 */
public record Reservation(long id, long userId, String correlationId) {}
