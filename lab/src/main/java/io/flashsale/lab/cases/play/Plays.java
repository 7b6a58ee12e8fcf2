package io.flashsale.lab.cases.play;

import static io.flashsale.lab.cases.scheme.LockedStock.INSIDE;

import io.flashsale.lab.cases.scheme.Outcome;
import io.flashsale.lab.cases.stage.Failure;
import io.flashsale.lab.cases.stage.Person;
import io.flashsale.lab.cases.stage.Stage;

/** What can happen to the holder of a lock on the lock server. Ann comes first, in process 1; bob second, in process 2. */
public final class Plays {

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
