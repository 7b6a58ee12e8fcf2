package io.flashsale.locklab.play;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;

/**
 * What becomes of a lock whose holder dies or stands still, seen only through whoever comes next: for locks on any
 * server. Ann is in process 1 and comes first; bob is in process 2.
 */
public final class Successions {

    private Successions() {}

    /** The process of ann is killed while she is inside. When the lease would be over, bob comes. */
    public static void afterDeath(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        stage.kill(ann);
        stage.pass(stage.lease());
        Outcome outcome = stage.person("bob", 2).buy();
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "the process of ann was killed, and bob was answered " + outcome);
        }
    }

    /** The process of ann is stopped while she is inside, until bob, who waits for the lock, is inside; then she writes. */
    public static void afterPause(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().pause();
        Person bob = stage.person("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        bob.goOn().outcome();
    }
}
