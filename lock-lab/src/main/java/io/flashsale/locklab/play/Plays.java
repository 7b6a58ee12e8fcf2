package io.flashsale.locklab.play;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What can happen to the holder of a lock on the lock server. Ann comes first, in process 1; bob second, in process 2. */
public final class Plays {

    private static final int WAITERS = 10;
    private static final int MOST_COMMANDS_EACH = 20;
    private static final Duration LOOK_ON = Duration.ofMillis(1_500);

    private Plays() {}

    /** Ann is inside; bob comes to the lock, in another process, and waits or goes away; when ann has left he buys. */
    public static void oneAtATime(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Person bob = stage.person("bob", 2).begin();
        ann.goOn().outcome();
        Outcome outcome = bob.outcome();
        if (outcome == Outcome.BUSY) {
            outcome = bob.buy();
        }
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "bob was answered " + outcome + " although ann had left");
        }
    }

    /** Ann's work throws. Then bob comes. */
    public static void holderThrows(Stage stage) {
        stage.person("ann", 1).throwAt(INSIDE).begin().outcome();
        comesAfter(stage, "ann's work threw an exception");
    }

    /** The process of ann is killed while she is inside. Then bob comes. */
    public static void holderDies(Stage stage) {
        diesAt(stage, INSIDE);
    }

    /** The process of ann is killed when she reaches this step. Then bob comes. */
    public static void diesAt(Stage stage, String step) {
        Person ann = stage.person("ann", 1).holdAt(step).begin().awaitAt(step);
        stage.kill(ann);
        comesAfter(stage, "the process of ann was killed");
    }

    /** Ann works until her lease is over by the clock. Then bob comes. */
    public static void workOutlivesLease(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        long over = System.nanoTime() + stage.lease().toNanos() * 13 / 10;
        stage.await("the end of the lease", () -> !stage.isHeld() || System.nanoTime() > over);
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin();
        boolean both = bob.arrivesAt(INSIDE);
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }

    /** Ann's lease ends while she is inside, bob comes in, and ann leaves before he does. */
    public static void leavesLate(Stage stage) {
        robs(stage, INSIDE);
    }

    /** Ann's lease ends when she has reached this step of giving back, bob comes in, and ann goes on. */
    public static void robs(Stage stage, String step) {
        Person ann = stage.person("ann", 1).holdAt(step).begin().awaitAt(step);
        stage.endLease();
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        if (!stage.isHeld()) {
            stage.found(Failure.WRONG_RELEASE, "ann, in leaving, freed the lock of bob, who is still inside");
        }
        bob.goOn().outcome();
    }

    /** The process of ann is stopped while she is inside, longer than her lease; bob comes in; ann wakes up and writes. */
    public static void holderIsPaused(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().pause();
        stage.await("the lease of ann to end", () -> !stage.isHeld());
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    /** Ann, who holds the lock, enters once more. */
    public static void entersAgain(Stage stage) {
        Outcome outcome = stage.person("ann", 1).begin(LockedStock.BUY_INSIDE).outcome();
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.NOT_REENTRANT, "ann holds the lock and cannot enter again: " + outcome);
        }
    }

    /** Ann's lease ends, bob comes in, and ann, who believes that she holds the lock, enters once more. */
    public static void entersAgainTooLate(Stage stage) {
        Person ann = stage.person("ann", 1)
                .holdAt(LockedStock.BUY_INSIDE)
                .begin(LockedStock.BUY_INSIDE)
                .awaitAt(LockedStock.BUY_INSIDE);
        stage.endLease();
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    /** Ann stays inside while ten others wait: how many commands does that cost? Then all buy. */
    public static void othersWait(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        List<Person> waiters = IntStream.rangeClosed(1, WAITERS)
                .mapToObj(number -> stage.person("waiter-" + number, 1 + number % 2))
                .toList();
        long before = stage.commands();
        waiters.forEach(Person::begin);
        long until = System.nanoTime() + LOOK_ON.toNanos();
        long limit = MOST_COMMANDS_EACH * WAITERS;
        stage.await("time to pass", () -> stage.commands() - before > limit || System.nanoTime() > until);
        if (stage.commands() - before > limit) {
            stage.found(
                    Failure.POLLING,
                    "more than " + MOST_COMMANDS_EACH + " commands for each of those who wait, while nothing happens");
        }
        ann.goOn().outcome();
        for (Person waiter : waiters) {
            if (waiter.outcome() != Outcome.TAKEN) {
                stage.found(Failure.LOCKED_OUT, waiter.name() + " waited in vain");
            }
        }
    }

    private static void comesAfter(Stage stage, String what) {
        stage.await("the lock to be free, or to be kept for ever", () -> !stage.isHeld() || stage.isHeldForEver());
        if (stage.isHeldForEver()) {
            stage.found(
                    Failure.LOCKED_OUT,
                    "after " + what + " the key stays without an expiry; bob was answered "
                            + stage.person("bob", 2).buy());
        } else if (stage.person("bob", 2).buy() != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "the lock is free, but bob did not get it");
        }
    }
}
