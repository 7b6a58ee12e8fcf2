package io.flashsale.controlroom.crowd;

import io.flashsale.client.account.SimulatedShopper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stampede at one sale: each shopper comes once, on a virtual thread of its own, and clicks until told yes or no.
 * Bounded in all directions: so many shoppers, so many requests at a time, so many repetitions, so long.
 */
final class Crowd {

    static final int AT_ONCE = 200;
    static final int MAX_REPETITIONS = 5;
    static final Duration PAUSE = Duration.ofMillis(500);

    private static final Logger log = LoggerFactory.getLogger(Crowd.class);

    private final CrowdPlan plan;
    private final Shop shop;
    private final Shop.SignUp.Coming coming;
    private final Runnable afterwards;
    private final FutureTask<@Nullable Void> work = new FutureTask<>(this::signUpAndBuy, null);
    private final Semaphore places = new Semaphore(AT_ONCE);

    private final AtomicInteger signedUp = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private final Clicks clicks = new Clicks();
    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
    private final AtomicIntegerArray micros;
    private final Instant startedAt = Instant.now();
    private volatile State state = State.SIGNING_UP;
    private volatile @Nullable Instant endedAt;

    enum State {
        SIGNING_UP,
        BUYING,
        DONE,
        CANCELLED,
        TIMED_OUT,
        FAILED
    }

    /** @param afterwards run once, when the crowd has ended in whatever way */
    Crowd(CrowdPlan plan, Shop shop, Shop.SignUp.Coming coming, Runnable afterwards) {
        this.plan = plan;
        this.shop = shop;
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

    /** Sends those home who have no answer yet; without effect once the crowd has ended. */
    void cancel() {
        work.cancel(true);
    }

    private void supervise() {
        State end = State.FAILED;
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
            thread.execute(work);
            end = ending();
        } finally {
            endedAt = Instant.now();
            state = end;
            afterwards.run();
        }
    }

    /** How the work ends; whoever is still in it when this returns has been told to go. */
    private State ending() {
        try {
            work.get(plan.maxDuration().toMillis(), TimeUnit.MILLISECONDS);
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
        try (Stream<SimulatedShopper> made = coming.shoppers()) {
            made.forEach(shopper -> {
                shoppers.add(shopper);
                signedUp.incrementAndGet();
            });
        }
        state = State.BUYING;
        // Its close() waits for all of them, and interrupts them when this thread is interrupted.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < Math.min(plan.shoppers(), shoppers.size()); i++) {
                int number = i;
                threads.execute(() -> comeAndBuy(number, shoppers.get(number)));
            }
        }
    }

    private void comeAndBuy(int number, SimulatedShopper shopper) {
        try {
            Thread.sleep(arrival());
            long clicked = System.nanoTime();
            ShopAnswer answer = click(shopper);
            for (int i = 0; i < MAX_REPETITIONS && answer.isPassing(); i++) {
                Thread.sleep(Duration.ofMillis(
                        PAUSE.toMillis() + ThreadLocalRandom.current().nextInt(500)));
                clicked = System.nanoTime();
                answer = click(shopper);
            }
            micros.set(number, (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - clicked));
            answers.computeIfAbsent(answer.name(), ignored -> new LongAdder()).increment();
            answered.incrementAndGet();
        } catch (InterruptedException sentHome) {
            Thread.currentThread().interrupt();
        }
    }

    /** Most come early, as at a real sale: half of them in the first quarter. */
    private Duration arrival() {
        double when = ThreadLocalRandom.current().nextDouble();
        return Duration.ofMillis((long) (plan.arriveWithin().toMillis() * when * when));
    }

    private ShopAnswer click(SimulatedShopper shopper) throws InterruptedException {
        places.acquire();
        try {
            requests.increment();
            ShopAnswer answer = shop.reserve(plan.saleId(), shopper);
            clicks.add(Instant.now(), answer.kind());
            return answer;
        } finally {
            places.release();
        }
    }

    /** How it stands now. */
    CrowdView view() {
        Map<String, Long> counts = new TreeMap<>();
        answers.forEach((name, count) -> counts.put(name, count.sum()));
        int[] times = IntStream.range(0, micros.length())
                .map(micros::get)
                .filter(time -> time > 0)
                .sorted()
                .toArray();
        return new CrowdView(
                plan.id(),
                plan.saleId(),
                plan.shoppers(),
                state,
                startedAt,
                endedAt,
                signedUp.get(),
                answered.get(),
                requests.sum(),
                counts,
                clicks.seconds(),
                quantile(times, 0.5),
                quantile(times, 0.99));
    }

    static @Nullable Double quantile(int[] sortedMicros, double quantile) {
        if (sortedMicros.length == 0) {
            return null;
        }
        return sortedMicros[(int) Math.min(sortedMicros.length - 1, quantile * sortedMicros.length)] / 1000.0;
    }
}
