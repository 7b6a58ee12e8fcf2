package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What can happen to the holder of a lock on the lock server. Ann comes first, in process 1; bob second, in process 2. */
public final class FaultScenarios {

    private static final int WAITERS = 10;
    private static final int MAX_COMMANDS_EACH = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    /** So many looks without a new command, and nobody asks any more. */
    private static final int LOOKS = 250;

    private FaultScenarios() {}

    /** Ann is inside; bob comes to the lock, in another process if there is one, and waits or goes away; when ann has left he buys. */
    public static void oneAtATime(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", context.processes());
        context.meets(bob);
        ann.goOn().outcome();
        getsIn(context, bob, "ann-left");
    }

    /** Five come before the first of them has left; those who are not let in buy later. */
    public static void fiveAtOnce(ScenarioContext context) {
        List<Client> buyers = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> context.client("buyer-" + number, 1 + number % 2))
                .toList();
        buyers.getFirst().holdAt(INSIDE).begin().awaitAt(INSIDE);
        List<Client> later = buyers.stream().skip(1).filter(context::meets).toList();
        List<Client> inside =
                buyers.stream().filter(buyer -> !later.contains(buyer)).toList();
        inside.forEach(Client::goOn);
        inside.forEach(Client::outcome);
        later.forEach(buyer -> getsIn(context, buyer, "others-left"));
    }

    /** Ann's work throws while bob is at the lock. Then it is his turn. */
    public static void holderThrows(ScenarioContext context) {
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.goOnWithAnException().outcome();
        comesAfter(context, bob, "ann-threw");
    }

    /** The process of ann is killed while she is inside and bob is at the lock. Then it is his turn. */
    public static void holderDies(ScenarioContext context) {
        diesAt(context, INSIDE);
    }

    /** The process of ann is killed when she has reached this step, and bob is at the lock. Then it is his turn. */
    public static void diesAt(ScenarioContext context, String step) {
        long since = System.nanoTime();
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, INSIDE);
        context.kill(ann);
        comesAfter(context, bob, "ann-killed");
    }

    /** Ann works until her lease is over by the clock. Then bob comes. */
    public static void workOutlivesLease(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        long over = System.nanoTime() + context.lease().toNanos() * 13 / 10;
        context.await("the end of the lease", () -> !context.isHeld() || System.nanoTime() > over);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.goOn().outcome();
        getsIn(context, bob, "ann-left");
    }

    /** Ann's lease ends while she is inside, bob comes in, and ann leaves before he does. */
    public static void leavesLate(ScenarioContext context) {
        robs(context, INSIDE);
    }

    /** Ann's lease ends when she has reached this step of giving back, bob comes in, and ann goes on. Then cyd comes. */
    public static void robs(ScenarioContext context, String step) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        context.endLease();
        long since = System.nanoTime();
        Client bob = context.inside("bob", 2);
        ann.goOn().outcome();
        Client cyd = context.client("cyd", 1);
        if (context.isHeld()) {
            context.meetsHolderSince(since, cyd, INSIDE);
        } else {
            context.found(Failure.WRONG_RELEASE, "freed-anothers");
            context.meets(cyd);
        }
        bob.goOn().outcome();
        getsIn(context, cyd, "bob-left");
    }

    /** Bob is at the lock when the process of ann, who is inside, is stopped for longer than her lease; she wakes up and writes. */
    public static void holderIsPaused(ScenarioContext context) {
        long since = System.nanoTime();
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, INSIDE);
        ann.process().pause();
        if (!bob.isActing()) {
            context.await("the lease of ann to end", () -> !context.isHeld());
        }
        boolean both = bob.comesTo(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }

    /** Ann, who holds the lock, enters once more; bob comes while she is there, and again when she has left once. */
    public static void entersAgain(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin(LockedStock.BUY_INSIDE);
        if (!ann.arrivesAt(INSIDE)) {
            context.found(Failure.NOT_REENTRANT, "cannot-enter-again", ann.outcome());
            return;
        }
        Client bob = context.client("bob", context.processes());
        boolean met = context.meets(bob);
        ann.holdAt(LockedStock.LEFT_ONCE).goOn().awaitAt(LockedStock.LEFT_ONCE);
        if (met && !bob.isActing() && !context.meets(bob)) {
            context.found(Failure.TWO_HOLDERS, "left-once");
        }
        ann.goOn().outcome();
        getsIn(context, bob, "ann-left-twice");
    }

    /** Ann's lease ends, bob comes in, and ann, who believes that she holds the lock, enters once more. */
    public static void entersAgainTooLate(ScenarioContext context) {
        Client ann = context.client("ann", 1)
                .needNotBeServed()
                .holdAt(LockedStock.BUY_INSIDE)
                .begin(LockedStock.BUY_INSIDE)
                .awaitAt(LockedStock.BUY_INSIDE);
        context.endLease();
        Client bob = context.inside("bob", 2);
        if (ann.goOn().outcome() == Outcome.BUSY) {
            context.met();
        }
        bob.goOn().outcome();
    }

    /** Ann stays inside while ten others wait: how many commands does that cost? Then all buy. */
    public static void othersWait(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        context.meets(context.client("waiter-1", 2));
        List<Client> waiters = IntStream.rangeClosed(2, WAITERS)
                .mapToObj(number -> context.client("waiter-" + number, 1 + number % 2))
                .toList();
        long before = context.commands();
        waiters.forEach(Client::begin);
        long limit = MAX_COMMANDS_EACH * WAITERS;
        long most = 0; // less our own, so that it may be one less the next time
        for (int quiet = 0; quiet < LOOKS && most <= limit; quiet++) {
            context.pass(BETWEEN_LOOKS);
            long commands = context.commands() - before;
            if (commands > most) {
                most = commands;
                quiet = 0;
            }
        }
        if (most > limit) {
            context.found(Failure.POLLING, "polled", MAX_COMMANDS_EACH);
        }
        ann.goOn().outcome();
    }

    /**
     * Whoever has met the lock, or got in, buys now; that they cannot is a finding.
     *
     * @param because why they should be able to, as the texts know it
     */
    public static void getsIn(ScenarioContext context, Client late, String because) {
        // Who has waited may have given up just before: once more, then.
        if (late.comesTo(INSIDE) || (late.outcome() == Outcome.BUSY && late.comesTo(INSIDE))) {
            late.goOn();
        }
        if (late.outcome() != Outcome.TAKEN) {
            isLockedOut(context, late, because);
        }
    }

    /** That somebody could not buy, and why that is a finding. */
    public static void isLockedOut(ScenarioContext context, Client late, String because) {
        context.found(
                Failure.LOCKED_OUT,
                "locked-out",
                late.name(),
                late.outcome(),
                Texts.of("because." + because),
                late.fault());
    }

    /** Those who wait get in one after the other, in this order; that somebody is overtaken is a finding. */
    public static void getInInOrder(ScenarioContext context, List<Client> waiting) {
        List<Client> left = new ArrayList<>(waiting);
        while (!left.isEmpty()) {
            context.await("one of those who wait to get in", () -> left.stream().anyMatch(Client::isThere));
            Client first = left.stream().filter(Client::isThere).findFirst().orElseThrow();
            if (first != left.getFirst()) {
                context.found(
                        Failure.OVERTAKEN,
                        "overtook",
                        first.name(),
                        left.getFirst().name());
            }
            left.remove(first);
            getsIn(context, first, "their-turn");
        }
    }

    /** Ann and bob read at the same time; cyd wants to write, meets the lock, and gets in after them. */
    public static void readersTogether(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Client bob = context.client("bob", 2).holdAt(LOOK).begin(LOOK);
        if (!bob.arrivesAt(LOOK)) {
            context.found(Failure.LOCKED_OUT, "cannot-read-beside", bob.outcome());
        }
        Client cyd = context.client("cyd", 2);
        context.meets(cyd);
        ann.goOn().outcome();
        if (bob.isActing()) {
            bob.goOn().outcome();
        }
        getsIn(context, cyd, "readers-left");
    }

    private static void comesAfter(ScenarioContext context, Client bob, String what) {
        if (!bob.isActing()) {
            context.await(
                    "the lock to be free, or to be kept for ever", () -> !context.isHeld() || context.isHeldForEver());
        }
        if (bob.comesTo(INSIDE)) {
            bob.goOn();
        }
        Outcome outcome = bob.outcome();
        if (outcome != Outcome.TAKEN) {
            context.found(
                    Failure.LOCKED_OUT,
                    context.isHeldForEver() ? "after-and-key-stays" : "after",
                    Texts.of("because." + what),
                    outcome);
        }
    }
}
