package io.flashsale.auditor.client;

/**
 * The clients' record against the orders.
 *
 * @param accepted answers 202
 * @param persisted different order ids among them that are orders of the sale
 * @param lost different order ids among them that are not
 * @param answeredTwice answers 202 that repeat an order id; {@code accepted = persisted + lost + answeredTwice}
 * @param unexplained orders that nobody was answered for and nobody waited in vain for
 * @param indeterminate requests that were not answered
 * @param indeterminateOrders orders that nobody was answered for, but whose user waited in vain
 */
public record ClientFigures(
        long accepted,
        long persisted,
        long lost,
        long answeredTwice,
        long unexplained,
        long indeterminate,
        long indeterminateOrders) {}
