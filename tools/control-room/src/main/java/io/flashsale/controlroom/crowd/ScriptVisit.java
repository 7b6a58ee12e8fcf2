package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.entry.Entered;
import io.flashsale.client.entry.Ticket;
import io.flashsale.controlroom.crowd.CrowdShop.Response;
import io.flashsale.controlroom.crowd.ServingWatch.Look;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Visits as one of an operator's many accounts: as fast as possible, and without ever paying. It enters and clicks
 * at once, as often as configured, whatever the answer. It tries tickets of the operator's other accounts, and
 * takes its turn the moment that it comes.
 */
final class ScriptVisit extends Visit {

    private static final Duration GAP = Duration.ofMillis(50);

    /** The last ticket that one of the operator's accounts got; null for none. */
    private final AtomicReference<@Nullable String> shared;

    /** Whether it does the work that the sale requires. */
    private final boolean works;

    private @Nullable String triedLast;
    private @Nullable String pass;
    private @Nullable String ticket;
    private @Nullable String proof;

    ScriptVisit(
            CrowdScene scene,
            CrowdScene.Side side,
            SimulatedShopper shopper,
            AtomicReference<@Nullable String> shared) {
        super(scene, side, shopper);
        this.shared = shared;
        this.works = plan.scripts().proofOfWork();
    }

    @Override
    void run() throws InterruptedException {
        boolean queues = plan.sale().mode().queues();
        if (works && !queues) {
            proof = proofOfWork(); // before the opening, if there is time
        }
        Entered entered = queues ? enterIfItMay() : null;
        pass = entered == null ? null : entered.pass();
        scene.awaitOpening();
        for (int i = 0; i < plan.scripts().clicks(); i++) {
            click(i);
            Thread.sleep(GAP);
        }
        if (entered != null && !hasUnit()) {
            waitForTurn(entered.number());
        }
    }

    private @Nullable Entered enterIfItMay() throws InterruptedException {
        return (works ? afterWork(this::enter) : withRetries(() -> enter(null))).value();
    }

    @Override
    ShopAnswer outcome() {
        return hasUnit() ? ShopAnswer.ACCEPTED : super.outcome(); // it went on clicking
    }

    private void click(int i) throws InterruptedException {
        switch (plan.sale().mode()) {
            case OPEN -> reserve(null);
            case TICKET -> clickForTicket(i, true);
            case QUEUE, LOTTERY -> clickForTicket(i, pass != null);
        }
    }

    /** Alternates between asking for a ticket, if it may, and trying to buy with any ticket of the operator. */
    private void clickForTicket(int i, boolean mayAsk) throws InterruptedException {
        if (ticket != null) {
            reserve(ticket);
        } else if (mayAsk && i % 2 == 0) {
            askForTicket();
        } else {
            tryShared();
        }
    }

    private void askForTicket() throws InterruptedException {
        Response<Ticket> response = ticket(pass, pass == null ? proof : null);
        if (works && asksForWork(response)) {
            proof = proofOfWork(); // for the next click
        }
        Ticket given = response.value();
        if (given != null) {
            buyWith(given);
        }
    }

    private void buyWith(Ticket given) throws InterruptedException {
        ticket = given.ticket();
        shared.set(ticket);
        withRetries(() -> reserve(given.ticket()));
    }

    private void tryShared() throws InterruptedException {
        triedLast = shared.get();
        reserve(triedLast);
    }

    private void waitForTurn(long number) throws InterruptedException {
        Look look = scene.serving.latest();
        while (!look.hasServed(number)) {
            if (!waitsOn(look)) {
                return;
            }
            if (shared.get() != null && triedLast == null) {
                tryShared();
            }
            look = scene.serving.after(look);
        }
        Ticket given = withRetries(() -> ticket(pass, null)).value();
        if (given != null) {
            buyWith(given);
        }
    }
}
