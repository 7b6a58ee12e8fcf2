package io.flashsale.admission;

/**
 * A user's reservation, as a member of a {@link ReservationGroup}.
 *
 * @param correlationId of the request; may be empty
 * @param ticket number of the ticket that admitted; {@link #NO_TICKET} where the campaign asks for none
 */
public record UserReservation(long id, long userId, String correlationId, long ticket) {

    public static final long NO_TICKET = 0;
}
