package io.flashsale.locklab.judging;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import java.util.List;

/** Scripts for a lock whose workings are unknown: whether it waits, which server holds it, what its keys are called. */
final class LockScripts {

    private LockScripts() {}

    /** Ann's process is paused for longer than her lease while Bob is at the lock. She resumes and writes. */
    static void holderIsPaused(ScenarioContext context) {
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.process().pause();
        boolean both = getsInMeanwhile(context, bob);
        ann.process().resume();
        bothLeave(context, ann, bob, both);
    }

    /** All connections break once while Ann is inside; new ones work. Bob arrives when her lease would be over. */
    static void linkBreaks(ScenarioContext context, List<TcpProxy> links) {
        Client ann = context.inside("ann", 1).needNotBeServed();
        links.forEach(TcpProxy::refuse);
        links.forEach(TcpProxy::heal);
        Client bob = context.client("bob", 2);
        boolean both = !context.meets(bob) || getsInMeanwhile(context, bob);
        bothLeave(context, ann, bob, both);
    }

    /**
     * Ann's lease expires inside, Bob gets in, and Ann leaves. Then Cyd arrives and must not get in beside Bob.
     *
     * @param servers that keep the leases
     */
    static void leavesLate(ScenarioContext context, List<Backend.Kind<?>> servers) {
        Client ann = context.inside("ann", 1).needNotBeServed();
        Client bob = context.client("bob", 2);
        context.meets(bob);
        servers.forEach(kind -> context.backend(kind).endLeases());
        if (!getsInMeanwhile(context, bob)) {
            bothLeave(context, ann, bob, false);
            return;
        }
        ann.goOn().outcome();
        Client cyd = context.client("cyd", 1);
        if (!context.meets(cyd)) {
            context.found(Failure.WRONG_RELEASE, "freed-anothers");
        }
        bob.goOn().outcome();
        FaultScenarios.getsIn(context, cyd, "bob-left");
    }

    private static void bothLeave(ScenarioContext context, Client ann, Client bob, boolean bothInside) {
        ann.goOn().outcome();
        if (bothInside) {
            bob.goOn().outcome();
        } else {
            if (!bob.isActing()) {
                context.pass(context.lease());
            }
            FaultScenarios.getsIn(context, bob, "ann-left");
        }
    }

    /** Whether Bob, who waits or retries, is inside before two leases have passed. */
    private static boolean getsInMeanwhile(ScenarioContext context, Client bob) {
        long over = System.nanoTime() + 2 * context.lease().toNanos();
        context.await("two leases to pass", () -> bob.isThere() || System.nanoTime() > over);
        if (!bob.isThere()) {
            return false;
        }
        if (bob.isActing() && bob.comesTo(INSIDE)) {
            return true;
        }
        context.pass(context.lease()); // Bob was refused, perhaps only a moment ago
        return bob.comesTo(INSIDE);
    }
}
