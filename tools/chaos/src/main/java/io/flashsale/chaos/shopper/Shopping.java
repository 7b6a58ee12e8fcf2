package io.flashsale.chaos.shopper;

import io.flashsale.chaos.history.History;
import io.flashsale.chaos.history.Operation.Kind;
import io.flashsale.chaos.history.OperationOutcome;
import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.sale.Sale;
import java.util.ArrayList;
import java.util.List;

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

    /**
     * Starts each script at its time.
     *
     * @return the threads, which end with their scripts, or soon after an interrupt
     */
    public List<Thread> start(RoundWorkload workload) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workload.scripts().size(); i++) {
            ShopperScript script = workload.scripts().get(i);
            SimulatedShopper account = shoppers.get(i);
            ScriptedShopper shopper = new ScriptedShopper(
                    shop.shopper(account.token()), account.userId(), sales.get(script.sale()), template, history);
            threads.add(at(script.start(), () -> shopper.follow(script)));
        }
        for (Restock restock : workload.restocks()) {
            threads.add(at(restock.at(), () -> add(restock)));
        }
        return threads;
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

    private Thread at(long millis, Task task) {
        return Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(Math.max(0, millis - history.now()));
                task.run();
            } catch (InterruptedException theRoundIsOver) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
