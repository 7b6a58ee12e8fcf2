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
 * @param rejectedClaims coupons that Redis had promised but MySQL did not have, or not for this shopper.
 * @param added units that were added, by sale.
 */
public record FinalState(
        Map<Long, Order> orders, Map<Long, Coupon> coupons, Set<Long> rejectedClaims, Map<Long, Long> added) {

    private static final Set<String> ACTIVE = Set.of("AWAITING_PAYMENT", "PAID");
    private static final Set<String> CLOSED = Set.of("CLOSED", "REFUND_DUE", "REFUNDED");

    /** The reasons of MySQL to reject what Redis has promised. */
    private static final Set<String> PROMISED_TOO_MUCH = Set.of("INSUFFICIENT_STOCK", "DUPLICATE_PURCHASE");

    /**
     * @param reason why it ended; empty while it has not
     * @param coupon that pays for it; 0 for none
     */
    public record Order(long id, long sale, long user, String status, String reason, long coupon) {

        boolean isActive() {
            return ACTIVE.contains(status);
        }

        boolean isClosed() {
            return CLOSED.contains(status);
        }

        boolean is(String wanted) {
            return status.equals(wanted);
        }

        boolean wasPromisedTooMuch() {
            return is("REJECTED") && PROMISED_TOO_MUCH.contains(reason);
        }
    }

    /**
     * @param status UNUSED, RESERVED or USED
     * @param order that has reserved or used it; 0 for none
     */
    public record Coupon(long id, long template, long user, String status, long order) {}

    public FinalState {
        orders = Map.copyOf(orders);
        coupons = Map.copyOf(coupons);
        rejectedClaims = Set.copyOf(rejectedClaims);
        added = Map.copyOf(added);
    }

    /** The orders of each shopper in a sale. */
    Map<Long, List<Order>> ordersOfUsers(long sale) {
        return orders.values().stream()
                .filter(order -> order.sale() == sale)
                .collect(Collectors.groupingBy(Order::user));
    }
}
