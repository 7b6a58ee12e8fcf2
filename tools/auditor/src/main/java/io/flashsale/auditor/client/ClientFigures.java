package io.flashsale.auditor.client;

/**
 * The clients' record compared with the orders.
 *
 * @param accepted answers 202.
 * @param persisted distinct order ids among them that are orders of the sale.
 * @param lost distinct order ids among them that are not.
 * @param answeredTwice answers 202 that repeat an order id; {@code accepted = persisted + lost +
 *     answeredTwice}.
 * @param unexplained orders that appear in no answer, and whose user got an answer to each request.
 * @param indeterminate requests without an answer.
 * @param indeterminateOrders orders that appear in no answer, but whose user got no answer to a request.
 */
public record ClientFigures(
        long accepted,
        long persisted,
        long lost,
        long answeredTwice,
        long unexplained,
        long indeterminate,
        long indeterminateOrders) {}
