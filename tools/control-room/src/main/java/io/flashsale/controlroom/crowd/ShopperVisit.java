package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.controlroom.crowd.CrowdShop.Response;
import io.flashsale.controlroom.crowd.ServingWatch.Look;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Visits once as a person does, at a time of its own, and clicks until the answer is yes or no. It enters as the
 * page does. In a crowd with scripts, it takes a person's time before each click, and pays.
 */
final class ShopperVisit extends Visit {

    /** How long a person takes to see a clickable button and click it. */
    static final Duration FASTEST = Duration.ofMillis(300);

    static final Duration SLOWEST = Duration.ofMillis(1_500);

    /** How long before the opening the page begins the work: a proof is valid for five minutes. */
    private static final Duration PREPARES = Duration.ofMinutes(4);

    private final boolean besideScripts;

    ShopperVisit(CrowdScene scene, CrowdScene.Side side, SimulatedShopper shopper) {
        super(scene, side, shopper);
        this.besideScripts = plan.scriptAccounts() > 0;
    }

    @Override
    void run() throws InterruptedException {
        switch (plan.sale().mode()) {
            case OPEN -> {
                come();
                buy(null);
            }
            case TICKET -> buyWith(ticketAtOpening());
            case QUEUE, LOTTERY -> waitInLine();
        }
        QueuedOrder reservation = reservation();
        if (besideScripts && reservation != null) {
            pay(reservation.orderId());
        }
    }

    /** Does the work before the opening, if there is time, as the page does for shoppers who are there by then. */
    private Response<Ticket> ticketAtOpening() throws InterruptedException {
        scene.awaitOpening(PREPARES);
        String proof = proofOfWork();
        come();
        return afterWork(proof, shown -> ticket(null, shown));
    }

    private void come() throws InterruptedException {
        scene.awaitOpening();
        Thread.sleep(arrival());
        react();
    }

    /** Most arrive early, as at a real sale: half of them in the first quarter. */
    private Duration arrival() {
        double when = ThreadLocalRandom.current().nextDouble();
        return Duration.ofMillis((long) (plan.arriveWithin().toMillis() * when * when));
    }

    private void react() throws InterruptedException {
        if (besideScripts) {
            Thread.sleep(ThreadLocalRandom.current().nextLong(FASTEST.toMillis(), SLOWEST.toMillis()));
        }
    }

    private void waitInLine() throws InterruptedException {
        Thread.sleep(arrival());
        react();
        Entered entered = afterWork(this::enter).value();
        if (entered == null) {
            return;
        }
        Look look = scene.serving.latest();
        while (!look.hasServed(entered.number())) {
            if (!waitsOn(look)) {
                return;
            }
            look = scene.serving.after(look);
        }
        buyWith(withRetries(() -> ticket(entered.pass(), null))); // the page does this by itself
    }

    private void buyWith(Response<Ticket> ticket) throws InterruptedException {
        Ticket given = ticket.value();
        if (given != null) {
            react();
            buy(given.ticket());
        }
    }

    private void buy(@Nullable String ticket) throws InterruptedException {
        withRetries(() -> reserve(ticket));
    }
}
