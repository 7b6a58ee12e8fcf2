package io.flashsale.order.placement;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Finds groups of reservations that can never become orders. */
final class ReservationCheck {

    private static final int MAX_TITLE = 500;
    private static final int MAX_IMAGE_URL = 1_000;

    private ReservationCheck() {}

    /** Reads groups of reservations, and says what is wrong with those that can never become orders. */
    static JsonMessages<StockReservedGroup> messages(JsonMapper json) {
        return new JsonMessages<>(json, StockReservedGroup.class, "group of reservations", ReservationCheck::faultOf);
    }

    /**
     * Returns what is wrong with the group; null if it fits the table. Without this check, one message could keep
     * all others of its batch from being placed.
     */
    @SuppressWarnings("ConstantValue") // JSON may leave out what the compiler believes to be there
    private static @Nullable String faultOf(StockReservedGroup group) {
        if (group.orders() == null
                || group.orders().isEmpty()
                || group.orders().stream().anyMatch(Objects::isNull)) {
            return "there are no orders in it";
        }
        if (group.saleId() <= 0
                || group.orders().stream().anyMatch(order -> order.orderId() <= 0 || order.userId() <= 0)) {
            return "the ids are not positive";
        }
        if (group.saleId() > StockReservedGroup.MAX_SALE_ID) {
            return "no sale has this id";
        }
        if (group.orders().stream().anyMatch(order -> order.entryNumber() != null && order.entryNumber() <= 0)) {
            return "the number of a ticket is not positive";
        }
        if (group.bucket() != null && (group.bucket() < 0 || group.bucket() > StockReservedGroup.MAX_BUCKET)) {
            return "there is no such bucket";
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
        if (!JsonMessages.isStorable(group.reservedAt())) {
            return "the time of the reservation is missing or absurd";
        }
        return null;
    }

    private static boolean isText(@Nullable String text, int max) {
        return text != null
                && text.length() <= max
                && StandardCharsets.UTF_8.newEncoder().canEncode(text); // MySQL refuses half of a surrogate pair
    }
}
