package io.flashsale.chaos.shopper;

import io.flashsale.chaos.history.History;
import io.flashsale.chaos.history.Operation.Kind;
import io.flashsale.chaos.history.OperationOutcome;
import io.flashsale.client.ShopClient;
import io.flashsale.client.ShopperClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.order.QueuedOrder;

/** Asks for the only unit of a sale after the repair, to find out whether the shop sells. */
public final class Probe {

    private final ShopperClient client;
    private final long user;
    private final long sale;
    private final History history;

    public Probe(ShopClient shop, SimulatedShopper account, long sale, History history) {
        this.client = shop.shopper(account.token());
        this.user = account.userId();
        this.sale = sale;
        this.history = history;
    }

    /** Asks for the unit unless it was accepted before, and records the answer. */
    public void ask() {
        if (history.of(Kind.RESERVE)
                .noneMatch(reservation -> reservation.target() == sale && reservation.isAccepted())) {
            history.record(
                    user,
                    Kind.RESERVE,
                    sale,
                    0,
                    () -> OperationOutcome.of(() -> client.reserve(sale), QueuedOrder::orderId));
        }
    }
}
