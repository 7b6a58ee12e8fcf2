package io.flashsale.system.harness;

import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.client.crowd.ShopperCrowd;
import io.flashsale.system.harness.Shop.Accepted;
import io.flashsale.system.harness.TicketSale.Entered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Shoppers who wait in a queue while a test breaks something.
 *
 * <p>Each fetches a ticket when their number is served, and buys with it. A shopper without an answer asks
 * again. The crowd ends when the given number of shoppers have bought.
 */
public final class WaitingCrowd implements AutoCloseable {

    private static final int CONNECTIONS = 16;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final TicketSale room;
    private final int buyers;
    private final Semaphore connections = new Semaphore(CONNECTIONS);
    private final AtomicInteger bought = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Queue<Served> served = new ConcurrentLinkedQueue<>();
    private final AtomicLong serving = new AtomicLong();
    private final ShopperCrowd<Boolean> running;

    /**
     * The result for a shopper whose number was served.
     *
     * @param tickets that the shopper received, each once
     * @param orderId of the shopper's unit; empty if they have none
     * @param accepted whether a 202 said so, and not only the answer to a repeated click
     * @param refusal the last refusal of a ticket or a unit, if the shopper has no unit
     */
    public record Served(Entered who, Set<String> tickets, String orderId, boolean accepted, String refusal) {

        public boolean hasBought() {
            return !orderId.isEmpty();
        }
    }

    /** @param buyers the number of shoppers who buy, among those who are served in time */
    public WaitingCrowd(TicketSale room, List<Entered> waiting, int buyers) {
        this.room = room;
        this.buyers = buyers;
        List<Callable<Boolean>> threads = new ArrayList<>();
        threads.add(this::watch);
        waiting.forEach(who -> threads.add(() -> visit(who)));
        this.running = ShopperCrowd.start(threads);
    }

    /** Waits until this many shoppers have bought. */
    public void awaitBought(int shoppers) {
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> bought.get() >= shoppers || running.isDone());
    }

    /** Waits for the end; returns every shopper who was served. */
    public List<Served> awaitEnd() {
        try {
            running.awaitEnd();
            return List.copyOf(served);
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    /** Looks who is served, until enough shoppers have bought. */
    private boolean watch() {
        long until = System.nanoTime() + TIMEOUT.toNanos();
        try {
            while (!stopped.get() && bought.get() < buyers && System.nanoTime() < until) {
                answered(room::serving)
                        .filter(answer -> answer.status() == 200)
                        .ifPresent(answer -> serving.accumulateAndGet(
                                answer.body().path("serving").asLong(), Math::max));
                LockSupport.parkNanos(LOOK.toNanos());
            }
            return true;
        } finally {
            stopped.set(true);
        }
    }

    /** Returns whether the shopper was served. */
    private boolean visit(Entered who) {
        while (who.number() > serving.get()) {
            if (stopped.get()) {
                return false;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return served.add(serve(who));
    }

    private Served serve(Entered who) {
        Optional<Answer> given = untilFinal(() -> room.ticket(who.user(), who.pass()));
        Set<String> tickets = new HashSet<>(ticketIn(given));
        if (tickets.isEmpty()) {
            return new Served(who, tickets, "", false, refusal(given));
        }
        String shown = tickets.iterator().next();
        Optional<Answer> sold = untilFinal(() -> room.reserve(who.user(), shown));
        String orderId = sold.map(Answer::orderId).orElse("");
        if (orderId.isEmpty()) {
            return new Served(who, tickets, "", false, refusal(sold));
        }
        // A shopper who asks for the ticket again must not get another one.
        tickets.addAll(ticketIn(answered(() -> room.ticket(who.user(), who.pass()))));
        bought.incrementAndGet();
        return new Served(who, tickets, orderId, sold.orElseThrow().status() == 202, "");
    }

    /** The last answer to a shopper who asks until it is final, or until the crowd is stopped. */
    private Optional<Answer> untilFinal(Supplier<Answer> call) {
        while (true) {
            Optional<Answer> answer = answered(call);
            if (stopped.get() || answer.map(WaitingCrowd::isFinal).orElse(false)) {
                return answer;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private static List<String> ticketIn(Optional<Answer> given) {
        return given
                .filter(answer -> answer.status() == 200)
                .map(answer -> answer.body().path("ticket").asString())
                .stream()
                .toList();
    }

    /** The answer; empty if none arrived. */
    private Optional<Answer> answered(Supplier<Answer> call) {
        connections.acquireUninterruptibly();
        try {
            return Shop.tryTo(call);
        } finally {
            connections.release();
        }
    }

    /** Whether the answer is final: a turn may be lost with Redis, and then comes again. */
    private static boolean isFinal(Answer answer) {
        return answer.status() < 500 && !answer.problem().equals("not-your-turn");
    }

    private static String refusal(Optional<Answer> answer) {
        return answer.map(last -> last.status() + " " + last.problem()).orElse("no answer");
    }

    /** What these shoppers received, as JSON for the auditor. */
    public static String seenBy(List<Served> shoppers) {
        List<Accepted> accepted = shoppers.stream()
                .filter(Served::accepted)
                .map(shopper ->
                        new Accepted(shopper.orderId(), shopper.who().user().name()))
                .toList();
        List<String> undecided = shoppers.stream()
                .filter(shopper -> !shopper.accepted())
                .map(shopper -> shopper.who().user().name())
                .toList();
        return Shop.seen(accepted, undecided);
    }

    /** Stops the remaining shoppers. */
    @Override
    public void close() {
        stopped.set(true);
        awaitEnd();
    }
}
