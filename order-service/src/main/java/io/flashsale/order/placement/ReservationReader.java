package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads reservations, and sorts out what can never become an order. */
@Component
class ReservationReader {

    private static final int MAX_TITLE = 500;
    private static final int MAX_IMAGE_URL = 1_000;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final ObjectReader reader;

    ReservationReader(JsonMapper json) {
        this.reader = json.readerFor(StockReserved.class).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    }

    sealed interface Reading {
        record Reserved(StockReserved reservation) implements Reading {}

        /** No repetition will make it better. */
        record Poison(String reason) implements Reading {}
    }

    /**
     * Whatever is read as {@code Reserved} fits the table: otherwise one message could keep all the others of its batch
     * from being placed.
     */
    Reading read(byte @Nullable [] message) {
        if (message == null) {
            return new Reading.Poison("the message is empty");
        }
        StockReserved reservation;
        try {
            reservation = reader.readValue(message);
        } catch (JacksonException malformed) {
            return new Reading.Poison("the message is not a reservation: " + malformed.getOriginalMessage());
        }
        String fault = faultOf(reservation);
        return fault == null ? new Reading.Reserved(reservation) : new Reading.Poison(fault);
    }

    @SuppressWarnings("ConstantValue") // JSON fills what the compiler believes to be there
    private static @Nullable String faultOf(@Nullable StockReserved reservation) {
        if (reservation == null) {
            return "the message is null";
        }
        if (reservation.orderId() <= 0 || reservation.saleId() <= 0 || reservation.userId() <= 0) {
            return "the ids are not positive";
        }
        if (reservation.terms() == null || reservation.terms().priceCents() < 0) {
            return "the terms are missing or the price is negative";
        }
        if (!isText(reservation.terms().title(), MAX_TITLE)) {
            return "the title is missing, longer than " + MAX_TITLE + " or not Unicode";
        }
        if (!isText(reservation.terms().imageUrl(), MAX_IMAGE_URL)) {
            return "the picture's address is missing, longer than " + MAX_IMAGE_URL + " or not Unicode";
        }
        Instant reservedAt = reservation.reservedAt();
        if (reservedAt == null || reservedAt.isBefore(Instant.EPOCH) || reservedAt.isAfter(LATEST)) {
            return "the time of the reservation is missing or absurd";
        }
        return null;
    }

    private static boolean isText(@Nullable String text, int max) {
        return text != null
                && text.length() <= max
                && StandardCharsets.UTF_8.newEncoder().canEncode(text); // half of a surrogate pair is refused by MySQL
    }
}
