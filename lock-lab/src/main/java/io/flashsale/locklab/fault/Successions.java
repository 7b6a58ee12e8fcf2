package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.ScenarioContext;

/**
 * What becomes of a lock whose holder dies or stands still, seen only through whoever comes next: for locks on any
 * server. Ann is in process 1 and comes first; bob is in process 2.
 */
public final class Successions {

    private Successions() {}

    /** The process of ann is killed while she is inside and bob is at the lock. When her lease would be over, it is his turn. */
    public static void afterDeath(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        context.kill(ann);
        if (!bob.isActing() || (bob.hasNews() && !bob.arrivesAt(INSIDE))) {
            context.pass(context.lease());
        }
        FaultScenarios.getsIn(context, bob, "nobody-inside-ann-killed");
    }

    /**
     * The process of ann is stopped while she is inside, until bob, who was at the lock before, is inside, too; then she
     * writes.
     */
    public static void afterPause(ScenarioContext context) {
        long since = System.nanoTime();
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, INSIDE);
        ann.process().pause();
        boolean both = bob.comesTo(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        }
    }
}
