package io.flashsale.chaos.checker;

import io.flashsale.chaos.history.Operation;
import java.util.Set;

/**
 * What only an outbox in Redis had when Redis was wiped: the one loss that is admitted. Orders and coupons have ids of their own each,
 * and an order may have the number of a coupon.
 *
 * @param orders ids of reservations
 * @param coupons ids of claims
 */
public record Excused(Set<Long> orders, Set<Long> coupons) {

    public static final Excused NOTHING = new Excused(Set.of(), Set.of());

    public Excused {
        orders = Set.copyOf(orders);
        coupons = Set.copyOf(coupons);
    }

    /** Whether what was answered is excused; of what is neither reserved nor claimed nothing is. */
    public boolean contains(Operation operation) {
        return switch (operation.kind()) {
            case RESERVE -> orders.contains(operation.answered());
            case CLAIM -> coupons.contains(operation.answered());
            case PAY, CANCEL, RESTOCK -> false;
        };
    }
}
