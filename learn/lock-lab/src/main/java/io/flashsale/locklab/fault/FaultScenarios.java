package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Faults of a lock's holder on the lock server. Ann arrives first, in process 1; Bob second, in process 2. */
public final class FaultScenarios {

    private static final int WAITERS = 10;
    private static final int MAX_COMMANDS_EACH = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    /** Waiters are watched for so long at least. */
    private static final Duration WHILE = Duration.ofSeconds(2);

    /** After this many looks without a new command, the waiters are considered quiet. */
    private static final int LOOKS = 250;

    private FaultScenarios() {}

    /** Bob, in another process if possible, comes while Ann is inside, and waits or leaves. Bob buys after her. */
    public static void oneAtATime(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", context.processes());
        context.meets(bob);
        ann.goOn().outcome();
        getsIn(context, bob, "ann-left");
    }

    /** Five arrive before the first of them leaves. Those who are not let in buy later. */
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

    /** Ann's work throws while Bob is at the lock. Then Bob must get in. */
    public static void holderThrows(ScenarioContext context) {
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.goOnWithAnException().outcome();
        comesAfter(context, bob, "ann-threw");
    }

    /** Ann's process is killed while she is inside and Bob is at the lock. Then Bob must get in. */
    public static void holderDies(ScenarioContext context) {
        diesAt(context, INSIDE);
    }

    /** Ann's process is killed when she reaches this step and Bob is at the lock. Then Bob must get in. */
    public static void diesAt(ScenarioContext context, String step) {
        long since = System.nanoTime();
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, INSIDE);
        context.kill(ann);
        comesAfter(context, bob, "ann-killed");
    }

    /**
     * Ann's process is killed while she is inside and Bob is at the lock. After her lease Bob must get in,
     * whatever server keeps the lock.
     */
    public static void afterDeath(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        context.kill(ann);
        if (!bob.isActing() || (bob.hasNews() && !bob.arrivesAt(INSIDE))) {
            context.pass(context.lease());
        }
        getsIn(context, bob, "nobody-inside-ann-killed");
    }

    /** Ann works while a third of her lease passes, four times, unless the lease ends. Then Bob arrives. */
    public static void workOutlivesLease(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        for (int third = 1; third <= 4 && context.isHeld(); third++) {
            long left = context.ageLease();
            context.await("the lease to be renewed, or to end", () -> !context.isHeld() || context.leaseLeft() > left);
        }
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.goOn().outcome();
        getsIn(context, bob, "ann-left");
    }

    /** Ann's lease expires while she is inside, Bob gets in, and Ann leaves before Bob does. */
    public static void leavesLate(ScenarioContext context) {
        robs(context, INSIDE);
    }

    /** Ann's lease expires at this step of her release. Bob gets in, Ann continues, and then Cyd arrives. */
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

    /** Ann's process is paused for longer than her lease while Bob is at the lock. She resumes and writes. */
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

    /** Ann, who holds the lock, enters again. Bob arrives meanwhile, and again when Ann has left once. */
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

    /** Ann's lease expires and Bob gets in. Ann, who believes that she holds the lock, enters again. */
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

    /**
     * Ann stays inside while ten others wait, and their commands are counted, for two seconds, and on until there are
     * too many or no more come. Then all buy.
     */
    public static void othersWait(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        context.meets(context.client("waiter-1", 2));
        List<Client> waiters = IntStream.rangeClosed(2, WAITERS)
                .mapToObj(number -> context.client("waiter-" + number, 1 + number % 2))
                .toList();
        long begin = System.nanoTime();
        long before = context.commands();
        waiters.forEach(Client::begin);
        long limit = MAX_COMMANDS_EACH * WAITERS;
        long most = 0; // excludes our own commands, so that it may be lower the next time
        for (int quiet = 0; System.nanoTime() - begin < WHILE.toNanos() || (quiet < LOOKS && most <= limit); quiet++) {
            context.pass(BETWEEN_LOOKS);
            long commands = context.commands() - before;
            if (commands > most) {
                most = commands;
                quiet = 0;
            }
        }
        if (most > limit) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            context.found(Failure.POLLING, "polled", most / WAITERS, millis);
        }
        ann.goOn().outcome();
    }

    /** Ann is inside and these wait, each to buy. She leaves, which must tell them and may wake so many of them. */
    public static void oneIsWoken(
            ScenarioContext context, int waiters, String woken, int atMost, BooleanSupplier told) {
        Client ann = context.inside("ann", 1);
        List<Client> waiting = clients(context, "waiter-", waiters);
        waiting.forEach(waiter -> waiter.holdAt(INSIDE).begin());
        countWoken(context, ann, waiting, woken, atMost, told);
    }

    /** So many clients, in both processes. */
    public static List<Client> clients(ScenarioContext context, String name, int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(each -> context.client(name + each, 1 + each % 2))
                .toList();
    }

    /**
     * The holder leaves while these wait. Only one of them can get in; it is a finding if more than so many wake.
     *
     * @param woken the step of a waiter that wakes
     * @param told whether the release has told anybody
     */
    public static void countWoken(
            ScenarioContext context,
            Client holder,
            List<Client> waiting,
            String woken,
            int atMost,
            BooleanSupplier told) {
        if (!awaitQuiet(context, waiting, 0, woken)) {
            return; // a client is inside beside the holder, and the journal shows it
        }
        context.met();
        long before = context.count(woken);
        holder.goOn().outcome();
        if (!told.getAsBoolean()) {
            context.found(Failure.LOCKED_OUT, "nobody-was-told");
            return;
        }
        awaitQuiet(context, waiting, 1, woken);
        long awake = context.count(woken) - before;
        if (awake > atMost) {
            context.found(Failure.HERD, "all-were-told", awake);
        }
    }

    /**
     * Waits until this many have got in, all others wait, and nothing has changed for a while. By then each client
     * that woke has looked and waits again. Returns false if more got in.
     */
    private static boolean awaitQuiet(ScenarioContext context, List<Client> clients, int in, String woken) {
        long[] seen = {-1};
        context.await(clients.size() - in + " to wait", () -> {
            if (clients.stream().filter(Client::isThere).count() > in) {
                return true;
            }
            long waits = context.count(FailPoints.WAITS);
            boolean quiet = waits == seen[0] && waits - context.count(woken) == clients.size() - in;
            seen[0] = waits;
            context.pass(Duration.ofMillis(50));
            return quiet;
        });
        return clients.stream().filter(Client::isThere).count() <= in;
    }

    /**
     * Bob has found the lock taken and is held at this step before he sleeps. Ann leaves, and whatever wakes waiters
     * is over. It is a finding if Bob goes to sleep although the lock is free.
     */
    public static void releasedMeanwhile(ScenarioContext context, String step) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2).holdAt(step).begin();
        if (!bob.arrivesAt(step)) {
            return; // Bob was served beside Ann, and the journal shows it
        }
        context.met();
        ann.goOn().outcome();
        long before = context.count(FailPoints.WAITS);
        bob.holdAt(INSIDE).goOn();
        context.await("bob to get in or to sleep", () -> bob.hasNews() || context.count(FailPoints.WAITS) > before);
        if (context.count(FailPoints.WAITS) > before) {
            context.found(Failure.LOCKED_OUT, "sleeps-on");
            bob.needNotBeServed();
        } else {
            getsIn(context, bob, "ann-left");
        }
    }

    /**
     * A client that met the lock, or got in, buys now. It is a finding if it cannot.
     *
     * @param because the key of the text that says why it should be able to
     */
    public static void getsIn(ScenarioContext context, Client late, String because) {
        // A waiter may have given up just before; it tries again.
        if (late.comesTo(INSIDE) || (late.outcome() == Outcome.BUSY && late.comesTo(INSIDE))) {
            late.goOn();
        }
        if (late.outcome() != Outcome.TAKEN) {
            isLockedOut(context, late, because);
        }
    }

    /** Records that a client could not buy, and why that is a finding. */
    public static void isLockedOut(ScenarioContext context, Client late, String because) {
        context.found(
                Failure.LOCKED_OUT,
                "locked-out",
                late.name(),
                late.outcome(),
                Texts.of("because." + because),
                late.fault());
    }

    /** The waiters get in one after the other, in this order. Overtaking is a finding. */
    public static void getInInOrder(ScenarioContext context, List<Client> waiting) {
        getInInOrder(context, waiting, next -> getsIn(context, next, "their-turn"));
    }

    /** As before; {@code getsIn} lets a client buy that is inside. */
    public static void getInInOrder(ScenarioContext context, List<Client> waiting, Consumer<Client> getsIn) {
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
            getsIn.accept(first);
        }
    }

    /** Ann and Bob read at the same time. Cyd wants to write, waits for Bob, then for Ann, and gets in after them. */
    public static void readersTogether(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Client bob = context.client("bob", 2).holdAt(LOOK).begin(LOOK);
        if (!bob.arrivesAt(LOOK)) {
            context.found(Failure.LOCKED_OUT, "cannot-read-beside", bob.outcome());
        }
        Client cyd = context.client("cyd", 2);
        if (context.meets(cyd) && bob.isActing()) {
            context.stillWaits(cyd, () -> bob.goOn().outcome()); // if not, the journal shows it
        }
        ann.goOn().outcome();
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
