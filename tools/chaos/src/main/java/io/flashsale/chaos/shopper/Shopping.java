package io.flashsale.chaos.shopper;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.Operation.Kind;
import io.flashsale.chaos.shopper.RoundWorkload.OfferChange;
import io.flashsale.chaos.shopper.RoundWorkload.Restock;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.client.sale.Sale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs the scripts of a workload on what a round has set up, and records all requests in its history. */
public record Shopping(ShopClient shop, RoundSetup setup, History history) {

    /** Starts each script at its time. Closing the crowd ends the scripts. */
    public ShopperCrowd<Boolean> start(RoundWorkload workload) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < workload.scripts().size(); i++) {
            ShopperScript script = workload.scripts().get(i);
            SimulatedShopper account = setup.shoppers().get(i);
            ScriptedShopper shopper = new ScriptedShopper(
                    shop.shopper(account.token()),
                    account.userId(),
                    setup.sales().get(script.sale()),
                    setup.template(),
                    history);
            tasks.add(at(script.start(), () -> shopper.follow(script)));
        }
        for (Restock restock : workload.restocks()) {
            tasks.add(at(restock.at(), () -> add(restock)));
        }
        for (OfferChange change : workload.changes()) {
            tasks.add(at(change.at(), () -> change(change)));
        }
        return ShopperCrowd.start(tasks);
    }

    private void change(OfferChange change) {
        long sale = setup.sales().get(change.sale());
        Instant closesAt = Instant.now().plus(Duration.ofDays(change.days()));
        history.record(
                0,
                Kind.CHANGE,
                sale,
                change.priceCents(),
                () -> setup.admin().change(sale, change.priceCents(), closesAt),
                Sale::id);
    }

    private void add(Restock restock) {
        long sale = setup.sales().get(restock.sale());
        history.record(
                0, Kind.RESTOCK, sale, restock.units(), () -> setup.admin().addStock(sale, restock.units()), Sale::id);
    }

    /** The last shopper asks for the only unit of the probe's sale, unless it was accepted before. */
    public void probe() {
        SimulatedShopper last = setup.shoppers().getLast();
        long sale = setup.probeSale();
        if (history.of(Kind.RESERVE)
                .noneMatch(reservation -> reservation.target() == sale && reservation.isAccepted())) {
            history.record(
                    last.userId(),
                    Kind.RESERVE,
                    sale,
                    0,
                    () -> shop.shopper(last.token()).reserve(sale),
                    QueuedOrder::orderId);
        }
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    /** The result is false if the round was over before the task ended. */
    private Callable<Boolean> at(long millis, Task task) {
        return () -> {
            try {
                Thread.sleep(Math.max(0, millis - history.now()));
                task.run();
                return true;
            } catch (InterruptedException theRoundIsOver) {
                Thread.currentThread().interrupt();
                return false;
            }
        };
    }
}
