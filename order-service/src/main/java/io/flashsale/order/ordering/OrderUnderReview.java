package io.flashsale.order.ordering;

import java.time.Instant;

/**
 * An accepted order that became a dead letter: an administrator will replay or reject it. Title, picture and price are
 * those promised at the reservation.
 */
public record OrderUnderReview(
        long id, long saleId, long userId, String title, String imageUrl, long priceCents, Instant since) {}
