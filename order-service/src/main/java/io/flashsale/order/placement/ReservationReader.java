package io.flashsale.order.placement;

import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads groups of reservations, and sorts out what can never become an order. */
@Component
class ReservationReader {

    private static final int MAX_TITLE = 500;
    private static final int MAX_IMAGE_URL = 1_000;
    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final ObjectReader reader;

    ReservationReader(JsonMapper json) {
        this.reader = json.readerFor(StockReservedGroup.class).with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
    }

    sealed interface Reading {
        record Reserved(List<StockReserved> reservations) implements Reading {}

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
        StockReservedGroup group;
        try {
            group = reader.readValue(message);
        } catch (JacksonException malformed) {
            return new Reading.Poison("the message is no group of reservations: " + malformed.getOriginalMessage());
        }
        String fault = faultOf(group);
        return fault == null ? new Reading.Reserved(group.reservations()) : new Reading.Poison(fault);
    }

    @SuppressWarnings("ConstantValue") // JSON fills what the compiler believes to be there
    private static @Nullable String faultOf(@Nullable StockReservedGroup group) {
        if (group == null) {
            return "the message is null";
        }
        if (group.orders() == null
                || group.orders().isEmpty()
                || group.orders().stream().anyMatch(Objects::isNull)) {
            return "there are no orders in it";
        }
        if (group.saleId() <= 0
                || group.orders().stream().anyMatch(order -> order.orderId() <= 0 || order.userId() <= 0)) {
            return "the ids are not positive";
        }
        if (group.terms() == null || group.terms().priceCents() < 0) {
            return "the terms are missing or the price is negative";
        }
        if (!isText(group.terms().title(), MAX_TITLE)) {
            return "the title is missing, longer than " + MAX_TITLE + " or not Unicode";
        }
        if (!isText(group.terms().imageUrl(), MAX_IMAGE_URL)) {
            return "the picture's address is missing, longer than " + MAX_IMAGE_URL + " or not Unicode";
        }
        Instant reservedAt = group.reservedAt();
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
