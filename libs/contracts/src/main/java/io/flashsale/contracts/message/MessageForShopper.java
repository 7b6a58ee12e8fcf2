package io.flashsale.contracts.message;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that a shopper is told. It has facts and no sentences: the pages make the text in the reader's language.
 *
 * <p>A service without access to the table of order-service sends it on {@link #TOPIC}, keyed by shopper, at least once.
 * Messages with the same shopper, kind and key are one: only the first of them counts.
 *
 * @param key 1 to {@value #MAX_KEY} characters, such as the id of the order
 * @param orderId of the order, if the message is about one
 * @param title of the sale, with the name of the variant unless it is a reminder
 * @param amountCents what goes back to the shopper; absent if nothing does
 * @param at when the sale opens, or until when the offer holds; absent for the other kinds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MessageForShopper(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
        Kind kind,
        String key,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,

        @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
        Long orderId,

        String title,
        @Nullable Long amountCents,
        @Nullable Instant at) {

    public static final String TOPIC = "shopper-messages";

    public static final String DEAD_LETTER_TOPIC = "shopper-messages.dead-letter";

    /** The consumer group of order-service. */
    public static final String GROUP = "shopper-messages";

    /** The longest key. */
    public static final int MAX_KEY = 64;

    /** What happened. One that this version does not know makes the message a dead letter. */
    public enum Kind {
        /** The provider has given the money of an order back. */
        REFUNDED,
        /** The sale of an order was called off. With an amount, that goes back. */
        CALLED_OFF,
        /** A sale opens soon. */
        REMINDER,
        /** The waiting list of a sale has a unit for the shopper. */
        OFFER,
        /** The shopper did not use the offer in time. */
        OFFER_LAPSED,
        /** The sale is over or called off, and so is the shopper's waiting for a unit. */
        LIST_ENDED
    }

    /** All money that was due back for this order went back; this much so far. */
    public static MessageForShopper refunded(long userId, long saleId, long orderId, String title, long amountCents) {
        return new MessageForShopper(
                userId, Kind.REFUNDED, orderId + "@" + amountCents, saleId, orderId, title, amountCents, null);
    }

    /**
     * The sale of this order was called off.
     *
     * @param amountCents null if nothing was paid
     */
    public static MessageForShopper calledOff(
            long userId, long saleId, long orderId, String title, @Nullable Long amountCents) {
        return new MessageForShopper(
                userId, Kind.CALLED_OFF, Long.toString(orderId), saleId, orderId, title, amountCents, null);
    }

    /** The sale opens soon. If it is moved, there may be another reminder of the new time. */
    public static MessageForShopper reminder(long userId, long saleId, String title, Instant opensAt) {
        String key = saleId + "@" + opensAt.getEpochSecond();
        return new MessageForShopper(userId, Kind.REMINDER, key, saleId, null, title, null, opensAt);
    }

    /** The waiting list has a unit for the shopper until then; the key names the offer. */
    public static MessageForShopper offer(long userId, long saleId, String key, String title, Instant until) {
        return new MessageForShopper(userId, Kind.OFFER, key, saleId, null, title, null, until);
    }

    /** The offer with this key ended unused. */
    public static MessageForShopper offerLapsed(long userId, long saleId, String key, String title) {
        return new MessageForShopper(userId, Kind.OFFER_LAPSED, key, saleId, null, title, null, null);
    }

    /** The shopper waits no longer; the key names their place. */
    public static MessageForShopper listEnded(long userId, long saleId, String key, String title) {
        return new MessageForShopper(userId, Kind.LIST_ENDED, key, saleId, null, title, null, null);
    }
}
