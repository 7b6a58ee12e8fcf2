package io.flashsale.controlroom.crowd;

import io.flashsale.client.entry.Challenge;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** What all visits of a crowd share: the sale, its waiting room, and the time until it opens. */
final class CrowdScene {

    final CrowdPlan plan;
    final CrowdShop shop;
    final ServingWatch serving;
    final Clicks clicks = new Clicks();
    private final long opening;

    /** Starts the time until the opening. */
    CrowdScene(CrowdPlan plan, CrowdShop shop) {
        this.plan = plan;
        this.shop = shop;
        this.serving = new ServingWatch(shop, plan.sale().id());
        this.opening = System.nanoTime()
                + (plan.waitsForOpening() ? plan.sale().untilOpening().toNanos() : 0);
    }

    /** Waits until the opening; returns at once after it. */
    void awaitOpening() throws InterruptedException {
        awaitOpening(Duration.ZERO);
    }

    /** Waits until this long before the opening. */
    void awaitOpening(Duration before) throws InterruptedException {
        Thread.sleep(Duration.ofNanos(Math.max(0, opening - before.toNanos() - System.nanoTime())));
    }

    interface Action<T> {
        T run() throws InterruptedException;
    }

    /**
     * People or scripts. Each side has its own slots for requests and for computing, so that neither waits for the
     * other here instead of at the shop.
     */
    static final class Side {

        private static final int COMPUTING = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

        final CrowdTally tally;
        private final Semaphore requesting;
        private final Semaphore computing = new Semaphore(COMPUTING);

        /** @param places maximum number of concurrent requests */
        Side(CrowdTally tally, int places) {
            this.tally = tally;
            this.requesting = new Semaphore(places);
        }

        /** Sends the request as soon as a slot is free. */
        <T> T inTurn(Action<T> request) throws InterruptedException {
            return in(requesting, request);
        }

        /** Solves a challenge as soon as a processor is free; null if it cannot be solved. */
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
