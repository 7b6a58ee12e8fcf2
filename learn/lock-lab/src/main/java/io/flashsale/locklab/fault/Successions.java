package io.flashsale.locklab.fault;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.ScenarioContext;

/**
 * Scripts for a lock on any server whose holder dies or is paused. They see the lock only through the next client.
 * Ann arrives first, in process 1; Bob is in process 2.
 */
public final class Successions {

    private Successions() {}

    /** Ann's process is killed while she is inside and Bob is at the lock. After her lease Bob must get in. */
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

    /** Ann's process is paused while she is inside, until Bob gets in, who waited. Then she resumes and writes. */
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
