package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What can happen to the holder of a lock on the lock server. Ann comes first, in process 1; bob second, in process 2. */
public final class FaultScenarios {

    private static final int WAITERS = 10;
    private static final int MAX_COMMANDS_EACH = 20;
    private static final Duration LOOK_ON = Duration.ofMillis(1_500);

    private FaultScenarios() {}

    /** Ann is inside; bob comes to the lock, in another process, and waits or goes away; when ann has left he buys. */
    public static void oneAtATime(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Client bob = context.client("bob", 2).begin();
        ann.goOn().outcome();
        Outcome outcome = bob.outcome();
        if (outcome == Outcome.BUSY) {
            outcome = bob.buy();
        }
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "bob was answered " + outcome + " although ann had left");
        }
    }

    /** Ann's work throws. Then bob comes. */
    public static void holderThrows(ScenarioContext context) {
        context.client("ann", 1).throwAt(INSIDE).begin().outcome();
        comesAfter(context, "ann's work threw an exception");
    }

    /** The process of ann is killed while she is inside. Then bob comes. */
    public static void holderDies(ScenarioContext context) {
        diesAt(context, INSIDE);
    }

    /** The process of ann is killed when she reaches this step. Then bob comes. */
    public static void diesAt(ScenarioContext context, String step) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        context.kill(ann);
        comesAfter(context, "the process of ann was killed");
    }

    /** Ann works until her lease is over by the clock. Then bob comes. */
    public static void workOutlivesLease(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        long over = System.nanoTime() + context.lease().toNanos() * 13 / 10;
        context.await("the end of the lease", () -> !context.isHeld() || System.nanoTime() > over);
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin();
        boolean both = bob.arrivesAt(INSIDE);
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }

    /** Ann's lease ends while she is inside, bob comes in, and ann leaves before he does. */
    public static void leavesLate(ScenarioContext context) {
        robs(context, INSIDE);
    }

    /** Ann's lease ends when she has reached this step of giving back, bob comes in, and ann goes on. */
    public static void robs(ScenarioContext context, String step) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        context.endLease();
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        if (!context.isHeld()) {
            context.found(Failure.WRONG_RELEASE, "ann, in leaving, freed the lock of bob, who is still inside");
        }
        bob.goOn().outcome();
    }

    /** The process of ann is stopped while she is inside, longer than her lease; bob comes in; ann wakes up and writes. */
    public static void holderIsPaused(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().pause();
        context.await("the lease of ann to end", () -> !context.isHeld());
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    /** Ann, who holds the lock, enters once more. */
    public static void entersAgain(ScenarioContext context) {
        Outcome outcome = context.client("ann", 1).begin(LockedStock.BUY_INSIDE).outcome();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.NOT_REENTRANT, "ann holds the lock and cannot enter again: " + outcome);
        }
    }

    /** Ann's lease ends, bob comes in, and ann, who believes that she holds the lock, enters once more. */
    public static void entersAgainTooLate(ScenarioContext context) {
        Client ann = context.client("ann", 1)
                .holdAt(LockedStock.BUY_INSIDE)
                .begin(LockedStock.BUY_INSIDE)
                .awaitAt(LockedStock.BUY_INSIDE);
        context.endLease();
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    /** Ann stays inside while ten others wait: how many commands does that cost? Then all buy. */
    public static void othersWait(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        List<Client> waiters = IntStream.rangeClosed(1, WAITERS)
                .mapToObj(number -> context.client("waiter-" + number, 1 + number % 2))
                .toList();
        long before = context.commands();
        waiters.forEach(Client::begin);
        long until = System.nanoTime() + LOOK_ON.toNanos();
        long limit = MAX_COMMANDS_EACH * WAITERS;
        context.await("time to pass", () -> context.commands() - before > limit || System.nanoTime() > until);
        if (context.commands() - before > limit) {
            context.found(
                    Failure.POLLING,
                    "more than " + MAX_COMMANDS_EACH + " commands for each of those who wait, while nothing happens");
        }
        ann.goOn().outcome();
        for (Client waiter : waiters) {
            if (waiter.outcome() != Outcome.TAKEN) {
                context.found(Failure.LOCKED_OUT, waiter.name() + " waited in vain");
            }
        }
    }

    private static void comesAfter(ScenarioContext context, String what) {
        context.await(
                "the lock to be free, or to be kept for ever", () -> !context.isHeld() || context.isHeldForEver());
        if (context.isHeldForEver()) {
            context.found(
                    Failure.LOCKED_OUT,
                    "after " + what + " the key stays without an expiry; bob was answered "
                            + context.client("bob", 2).buy());
        } else if (context.client("bob", 2).buy() != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "the lock is free, but bob did not get it");
        }
    }
}
