package io.flashsale.contracts.reservation;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A unit set aside in Redis for a shopper. */
public record Reservation(
        @JsonFormat(shape = JsonFormat.Shape.STRING) long orderId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long saleId,
        @JsonFormat(shape = JsonFormat.Shape.STRING) long userId) {}
