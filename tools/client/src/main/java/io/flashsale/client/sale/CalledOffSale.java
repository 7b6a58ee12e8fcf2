package io.flashsale.client.sale;

/**
 * How far the calling off of a sale is.
 *
 * @param active orders that still have to end
 * @param refundDue orders whose money is on its way back
 * @param closed orders that were not paid
 */
public record CalledOffSale(long active, long refundDue, long refunded, long closed) {

    public boolean isDone() {
        return active == 0 && refundDue == 0;
    }
}
