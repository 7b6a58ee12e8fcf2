package io.flashsale.locklab.path.order;

import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;

/**
 * Looks whether the user has an order; if not, inserts one.
 *
 * <p>Guarantees: nothing. Two requests of one user both look before either inserts, so both insert. With a unique
 * key on item and user the same two statements are right: the look saves an exception, and the key decides.
 */
final class CheckThenInsert implements OrderScheme {

    /** The check found no order of the user. */
    static final String CHECKED = "between-check-and-insert";

    private final OrderTable orders;

    CheckThenInsert(OrderTable orders) {
        this.orders = orders;
    }

    @Override
    public Outcome order(String item, String user) {
        if (orders.hasOne(item, user)) {
            return Outcome.REFUSED;
        }
        FailPoints.hit(CHECKED);
        return orders.insert(item, user);
    }
}
