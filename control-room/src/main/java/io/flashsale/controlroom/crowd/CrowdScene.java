package io.flashsale.controlroom.crowd;

import io.flashsale.client.entry.Challenge;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** What all visits of a crowd share: the sale, who is served there, and when it opens. */
final class CrowdScene {

    private final CrowdPlan plan;
    private final Shop shop;
    private final ServingWatch serving;
    private final Clicks clicks = new Clicks();
    private final long opening;

    /** The time until the opening begins to run now. */
    CrowdScene(CrowdPlan plan, Shop shop) {
        this.plan = plan;
        this.shop = shop;
        this.serving = new ServingWatch(shop, plan.sale().id());
        this.opening = System.nanoTime()
                + (plan.waitsForOpening() ? plan.sale().untilOpening().toNanos() : 0);
    }

    CrowdPlan plan() {
        return plan;
    }

    Shop shop() {
        return shop;
    }

    ServingWatch serving() {
        return serving;
    }

    Clicks clicks() {
        return clicks;
    }

    /** Nobody waits who need not. */
    void awaitOpening() throws InterruptedException {
        awaitOpening(Duration.ZERO);
    }

    /** Until so long before it. */
    void awaitOpening(Duration before) throws InterruptedException {
        Thread.sleep(Duration.ofNanos(Math.max(0, opening - before.toNanos() - System.nanoTime())));
    }

    interface Action<T> {
        T run() throws InterruptedException;
    }

    /**
     * People or scripts. Each have their places of their own for requests, and for computing: else the ones would wait for the
     * others here, and not at the shop.
     */
    static final class Side {

        private static final int COMPUTING = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

        private final Tally tally;
        private final Semaphore requesting;
        private final Semaphore computing = new Semaphore(COMPUTING);

        /** @param places requests that are under way at a time */
        Side(Tally tally, int places) {
            this.tally = tally;
            this.requesting = new Semaphore(places);
        }

        Tally tally() {
            return tally;
        }

        /** Asks the shop something as soon as there is a place. */
        <T> T inTurn(Action<T> request) throws InterruptedException {
            return in(requesting, request);
        }

        /** Solves a challenge as soon as there is a processor for it; null if it cannot be solved. */
        @Nullable
        String solve(Challenge challenge) throws InterruptedException {
            return in(computing, challenge::solve).orElse(null);
        }

        private static <T> T in(Semaphore places, Action<T> action) throws InterruptedException {
            places.acquire();
            try {
                return action.run();
            } finally {
                places.release();
            }
        }
    }
}
