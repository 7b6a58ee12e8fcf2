package io.flashsale.chaos.shopper;

import io.flashsale.chaos.history.History;
import io.flashsale.chaos.history.Operation.Kind;
import io.flashsale.chaos.history.OperationOutcome;
import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.client.sale.Sale;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Runs the scripts of a workload. */
public final class Shopping {

    private final ShopClient shop;
    private final AdminClient admin;
    private final List<SimulatedShopper> shoppers;
    private final List<Long> sales;
    private final long template;
    private final History history;

    /** @param shoppers one for each script */
    public Shopping(
            ShopClient shop,
            AdminClient admin,
            List<SimulatedShopper> shoppers,
            List<Long> sales,
            long template,
            History history) {
        this.shop = shop;
        this.admin = admin;
        this.shoppers = List.copyOf(shoppers);
        this.sales = List.copyOf(sales);
        this.template = template;
        this.history = history;
    }

    /** Starts each script at its time. Closing the crowd ends the scripts. */
    public ShopperCrowd<Boolean> start(RoundWorkload workload) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < workload.scripts().size(); i++) {
            ShopperScript script = workload.scripts().get(i);
            SimulatedShopper account = shoppers.get(i);
            ScriptedShopper shopper = new ScriptedShopper(
                    shop.shopper(account.token()), account.userId(), sales.get(script.sale()), template, history);
            tasks.add(at(script.start(), () -> shopper.follow(script)));
        }
        for (Restock restock : workload.restocks()) {
            tasks.add(at(restock.at(), () -> add(restock)));
        }
        return ShopperCrowd.start(tasks);
    }

    private void add(Restock restock) {
        long sale = sales.get(restock.sale());
        history.record(
                0,
                Kind.RESTOCK,
                sale,
                restock.units(),
                () -> OperationOutcome.of(() -> admin.addStock(sale, restock.units()), Sale::id));
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
