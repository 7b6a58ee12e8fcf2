package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.controlroom.crowd.CrowdScene.Side;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one crowd to one sale: each shopper visits once, on its own virtual thread. A {@link ShopperVisit} or a
 * {@link ScriptVisit} says what a shopper does. The numbers of shoppers, of concurrent requests and of repetitions,
 * and the duration are limited.
 */
final class Crowd {

    /** Concurrent requests; people and scripts have half of them each. */
    static final int AT_ONCE = 200;

    private static final Logger log = LoggerFactory.getLogger(Crowd.class);

    private final CrowdPlan plan;
    private final Stream<SimulatedShopper> coming;
    private final Duration atMost;
    private final Runnable afterwards;
    private final FutureTask<@Nullable Void> work = new FutureTask<>(this::signUpAndBuy, null);
    private final CrowdScene scene;
    private final Side people;
    private final Side scripts;

    private final AtomicInteger signedUp = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final ConcurrentMap<String, Long> answers = new ConcurrentHashMap<>();
    private final AtomicIntegerArray micros;
    private final Instant startedAt = Instant.now();
    private volatile Progress progress = new Progress(State.SIGNING_UP, null);

    private record Progress(State state, @Nullable Instant endedAt) {}

    enum State {
        SIGNING_UP,
        /** Waits for the opening; in the meantime shoppers may enter the waiting room. */
        WAITING,
        BUYING,
        DONE,
        CANCELLED,
        TIMED_OUT,
        FAILED
    }

    /**
     * @param atMost the time after which shoppers without an answer give up
     * @param afterwards runs once, when the crowd has ended for any reason
     */
    Crowd(CrowdPlan plan, CrowdShop shop, Stream<SimulatedShopper> coming, Duration atMost, Runnable afterwards) {
        this.plan = plan;
        this.atMost = atMost;
        this.scene = new CrowdScene(plan, shop);
        int places = plan.people() > 0 && plan.scriptAccounts() > 0 ? AT_ONCE / 2 : AT_ONCE;
        this.people = new Side(new CrowdTally(plan.people()), places);
        this.scripts = new Side(new CrowdTally(plan.scriptAccounts()), places);
        this.coming = coming;
        this.afterwards = afterwards;
        this.micros = new AtomicIntegerArray(plan.shoppers());
    }

    CrowdPlan plan() {
        return plan;
    }

    void start() {
        Thread.ofVirtual().name("crowd-" + plan.id()).start(this::supervise);
    }

    /** Ends the visits of shoppers without a final answer; has no effect once the crowd has ended. */
    void cancel() {
        work.cancel(true);
    }

    private void supervise() {
        State end = State.FAILED;
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            thread.execute(work);
            end = ending();
        } finally {
            afterwards.run(); // first, because a caller that sees the end may send the next crowd
            progress = new Progress(end, Instant.now());
        }
    }

    /** Returns how the work ends; when this returns, all remaining visits have been told to stop. */
    private State ending() {
        try {
            work.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return State.DONE;
        } catch (CancellationException wanted) {
            return State.CANCELLED;
        } catch (TimeoutException late) {
            work.cancel(true);
            return State.TIMED_OUT;
        } catch (ExecutionException fault) {
            log.warn("crowd {} failed", plan.id(), fault.getCause());
            return State.FAILED;
        } catch (InterruptedException stopped) {
            work.cancel(true);
            Thread.currentThread().interrupt();
            return State.CANCELLED;
        }
    }

    private void signUpAndBuy() {
        List<SimulatedShopper> shoppers = new ArrayList<>();
        try (coming) {
            coming.forEach(shopper -> {
                shoppers.add(shopper);
                signedUp.incrementAndGet();
            });
        }
        progress = new Progress(State.WAITING, null);
        Thread watch = Thread.startVirtualThread(plan.sale().mode().queues() ? scene.serving::watch : () -> {});
        try (ShopperCrowd<Boolean> visits = ShopperCrowd.start(visits(shoppers))) {
            scene.awaitOpening();
            progress = new Progress(State.BUYING, null);
            visits.awaitEnd();
        } catch (InterruptedException sentHome) {
            Thread.currentThread().interrupt();
        } finally {
            watch.interrupt();
        }
    }

    /** Starts the scripts first, because they arrive first. */
    private List<Callable<Boolean>> visits(List<SimulatedShopper> shoppers) {
        List<Callable<Boolean>> visits = new ArrayList<>();
        AtomicReference<@Nullable String> shared = new AtomicReference<>();
        for (int i = 0; i < Math.min(plan.shoppers(), shoppers.size()); i++) {
            if (i % ScriptShare.ACCOUNTS_OF_AN_OPERATOR == 0) {
                shared = new AtomicReference<>();
            }
            int number = i;
            Visit visit = i < plan.scriptAccounts()
                    ? new ScriptVisit(scene, scripts, shoppers.get(i), shared)
                    : new ShopperVisit(scene, people, shoppers.get(i));
            visits.add(() -> visit(number, visit));
        }
        return visits;
    }

    /** Returns whether the visit came to its end. */
    private boolean visit(int number, Visit visit) {
        try {
            visit.run();
            micros.set(number, visit.micros());
            answers.merge(visit.outcome().name(), 1L, Long::sum);
            answered.incrementAndGet();
            return true;
        } catch (InterruptedException sentHome) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The current state. If the crowd has ended, the counts are final. */
    CrowdView view() {
        Progress reached = progress; // before the counts, which still grow while it is not the last one
        int[] times = IntStream.range(0, micros.length())
                .map(micros::get)
                .filter(time -> time > 0)
                .sorted()
                .toArray();
        return new CrowdView(
                plan.id(),
                plan.sale().id(),
                plan.sale().mode(),
                plan.sale().difficulty(),
                plan.shoppers(),
                reached.state(),
                startedAt,
                reached.endedAt(),
                signedUp.get(),
                answered.get(),
                people.tally.clicks() + scripts.tally.clicks(),
                new TreeMap<>(answers),
                scene.clicks.seconds(),
                quantile(times, 0.5),
                quantile(times, 0.99),
                people.tally.view(),
                scripts.tally.view(),
                plan.scripts().proofOfWork());
    }

    static @Nullable Double quantile(int[] sortedMicros, double quantile) {
        if (sortedMicros.length == 0) {
            return null;
        }
        return sortedMicros[(int) Math.min(sortedMicros.length - 1, quantile * sortedMicros.length)] / 1000.0;
    }
}
