package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Outcome;

/**
 * What becomes of a lock whose holder dies or stands still, seen only through whoever comes next: for locks on any
 * server. Ann is in process 1 and comes first; bob is in process 2.
 */
public final class Successions {

    private Successions() {}

    /** The process of ann is killed while she is inside. When the lease would be over, bob comes. */
    public static void afterDeath(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        context.kill(ann);
        context.pass(context.lease());
        Outcome outcome = context.client("bob", 2).buy();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "the process of ann was killed, and bob was answered " + outcome);
        }
    }

    /** The process of ann is stopped while she is inside, until bob, who waits for the lock, is inside; then she writes. */
    public static void afterPause(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().pause();
        Client bob = context.client("bob", 2).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        bob.goOn().outcome();
    }
}
