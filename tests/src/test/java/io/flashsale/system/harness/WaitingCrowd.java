package io.flashsale.system.harness;

import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import io.flashsale.system.harness.TicketSale.Entered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final List<Entered> line;
    private final int buyers;
    private final Semaphore connections = new Semaphore(CONNECTIONS);
    private final AtomicInteger bought = new AtomicInteger();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Queue<Served> served = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> running;

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
        this.line = waiting.stream()
                .sorted(Comparator.comparingLong(Entered::number))
                .toList();
        this.buyers = buyers;
        this.running =
                CompletableFuture.runAsync(this::run, task -> Thread.ofVirtual().start(task));
    }

    /** Waits until this many shoppers have bought. */
    public void awaitBought(int shoppers) {
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> bought.get() >= shoppers || running.isDone());
    }

    /** Waits for the end; returns every shopper who was served. */
    public List<Served> awaitEnd() {
        running.join();
        return List.copyOf(served);
    }

    private void run() {
        long until = System.nanoTime() + TIMEOUT.toNanos();
        int called = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> calls = new ArrayList<>();
            while (!stopped.get() && bought.get() < buyers && System.nanoTime() < until) {
                long serving = answered(room::serving)
                        .filter(answer -> answer.status() == 200)
                        .map(answer -> answer.body().path("serving").asLong())
                        .orElse(0L);
                while (called < line.size() && line.get(called).number() <= serving) {
                    Entered next = line.get(called++);
                    calls.add(threads.submit(() -> served.add(serve(next))));
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
            stopped.set(true);
        }
    }

    private Served serve(Entered who) {
        Set<String> tickets = new HashSet<>();
        while (true) {
            Optional<Answer> ticket = answered(() -> room.ticket(who.user(), who.pass()));
            if (ticket.isPresent() && ticket.get().status() == 200) {
                tickets.add(ticket.get().body().path("ticket").asString());
                return buy(who, tickets, tickets.iterator().next());
            }
            if (stopped.get() || ticket.map(WaitingCrowd::isFinal).orElse(false)) {
                return new Served(who, tickets, "", false, refusal(ticket));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private Served buy(Entered who, Set<String> tickets, String shown) {
        while (true) {
            Optional<Answer> answer = answered(() -> room.reserve(who.user(), shown));
            String orderId = answer.map(Answer::orderId).orElse("");
            if (!orderId.isEmpty()) {
                boolean accepted = answer.orElseThrow().status() == 202;
                // A shopper who asks for the ticket again must not get another one.
                answered(() -> room.ticket(who.user(), who.pass()))
                        .filter(again -> again.status() == 200)
                        .ifPresent(
                                again -> tickets.add(again.body().path("ticket").asString()));
                bought.incrementAndGet();
                return new Served(who, tickets, orderId, accepted, "");
            }
            if (stopped.get() || answer.map(WaitingCrowd::isFinal).orElse(false)) {
                return new Served(who, tickets, "", false, refusal(answer));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** The answer; empty if none arrived. */
    private Optional<Answer> answered(Supplier<Answer> call) {
        connections.acquireUninterruptibly();
        try {
            return Optional.of(call.get());
        } catch (AssertionError unanswered) {
            return Optional.empty();
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
        List<String> accepted = new ArrayList<>();
        List<String> undecided = new ArrayList<>();
        for (Served shopper : shoppers) {
            User user = shopper.who().user();
            if (shopper.accepted()) {
                accepted.add("{\"orderId\":\"" + shopper.orderId() + "\",\"userId\":\"" + user.name() + "\"}");
            } else {
                undecided.add("\"" + user.name() + "\"");
            }
        }
        return "{\"accepted\":[" + String.join(",", accepted) + "],\"indeterminateUsers\":["
                + String.join(",", undecided) + "]}";
    }

    /** Stops the remaining shoppers. */
    @Override
    public void close() {
        stopped.set(true);
        running.join();
    }
}
