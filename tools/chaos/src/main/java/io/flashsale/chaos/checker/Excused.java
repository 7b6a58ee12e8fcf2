package io.flashsale.chaos.checker;

import io.flashsale.chaos.history.Operation;
import java.util.Set;

/**
 * What only an outbox in Redis held when Redis was wiped: the only losses that are allowed.
 *
 * <p>Orders and coupons have separate ids, so an order and a coupon may have the same number.
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

    /** Whether the answer of this operation is excused; only reservations and claims can be. */
    public boolean contains(Operation operation) {
        return switch (operation.kind()) {
            case RESERVE -> orders.contains(operation.answered());
            case CLAIM -> coupons.contains(operation.answered());
            case PAY, CANCEL, RESTOCK -> false;
        };
    }
}
