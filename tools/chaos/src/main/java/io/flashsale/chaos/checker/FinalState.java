package io.flashsale.chaos.checker;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The databases' content for the sales and the template of one round.
 *
 * @param orders by their ids.
 * @param coupons by their ids.
 * @param stock by sale.
 */
public record FinalState(Map<Long, Order> orders, Map<Long, Coupon> coupons, Map<Long, Stock> stock) {

    private static final Set<String> ACTIVE = Set.of("AWAITING_PAYMENT", "PAID");
    private static final Set<String> CLOSED = Set.of("CLOSED", "REFUND_DUE", "REFUNDED");

    /**
     * @param reason why it ended; empty while it has not
     * @param reservedAt when Redis set its unit aside, in milliseconds since 1970
     * @param coupon that pays for it; 0 for none
     */
    public record Order(long id, long sale, long user, String status, String reason, long reservedAt, long coupon) {

        boolean isActive() {
            return ACTIVE.contains(status);
        }

        boolean isClosed() {
            return CLOSED.contains(status);
        }

        boolean is(String wanted) {
            return status.equals(wanted);
        }
    }

    /**
     * @param status UNUSED, RESERVED or USED
     * @param claimedAt in milliseconds since 1970
     * @param order that has reserved or used it; 0 for none
     */
    public record Coupon(long id, long template, long user, String status, long claimedAt, long order) {}

    /**
     * @param priceCents at present
     * @param buckets that the units are in
     */
    public record Stock(long initial, long added, int buckets, long priceCents) {}

    public FinalState {
        orders = Map.copyOf(orders);
        coupons = Map.copyOf(coupons);
        stock = Map.copyOf(stock);
    }

    /** The orders of each shopper in a sale. */
    Map<Long, List<Order>> ordersOfUsers(long sale) {
        return orders.values().stream()
                .filter(order -> order.sale() == sale)
                .collect(Collectors.groupingBy(Order::user));
    }
}
