package io.flashsale.locklab.worker;

import io.flashsale.locklab.scheme.Operations;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Buyers that come all at once, each on a thread. Each buys one unit after the other until everything is sold. */
final class BuyerCrowd {

    private static final int MAX_PAUSE_MILLIS = 5;

    private final CommandHandler.OpenCase shop;
    private final Consumer<String> say;
    private final AtomicReference<String> fault = new AtomicReference<>("");
    private final AtomicInteger tooLate = new AtomicInteger();

    BuyerCrowd(CommandHandler.OpenCase shop, Consumer<String> say) {
        this.shop = shop;
        this.say = say;
    }

    /** Returns at once; prints {@code crowd-left} when all have left. */
    void send(int first, int buyers, long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        Thread.ofVirtual().start(() -> {
            try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                    Thread.ofPlatform().daemon().name("buyer-", first).factory())) {
                for (int number = 0; number < buyers; number++) {
                    threads.execute(() -> buyUntil(until));
                }
            }
            say.accept("crowd-left " + tooLate.get() + " " + fault.get());
        });
    }

    /** A buyer that gets an exception leaves. */
    private void buyUntil(long until) {
        try {
            long wanting = System.nanoTime();
            while (System.nanoTime() < until) {
                switch (shop.perform(Operations.BUY, Thread.currentThread().getName(), wanting)) {
                    case SOLD_OUT -> {
                        return;
                    }
                    case BUSY, REFUSED ->
                        Thread.sleep(
                                Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, MAX_PAUSE_MILLIS)));
                    case TAKEN, DONE, FAILED -> wanting = System.nanoTime();
                }
            }
            tooLate.incrementAndGet();
        } catch (Exception | LinkageError e) {
            fault.compareAndSet("", CommandHandler.encode(e));
        }
    }
}
