package io.flashsale.locklab.asked;

import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The scripts of the questions that every scheme is asked. Ann arrives first, in process 1; Bob is in another
 * process if there is one. A step is a place between reading and writing at which a client is held.
 */
final class QuestionScripts {

    /** How many purchases the single buyer makes while commands are counted. */
    static final int PURCHASES = 5;

    private static final int WAITERS = 6;
    private static final int ATTEMPTS = 4;
    /** A connection pool tests a connection before handing it out if the connection was idle for half a second. */
    private static final Duration UNTIL_POOLS_TEST = Duration.ofMillis(700);

    private static final Duration UNTIL_THE_NEXT_COMES = Duration.ofMillis(60);

    private QuestionScripts() {}

    /** One buyer warms up; then another buys {@value #PURCHASES} times. */
    static void alone(ScenarioContext context) {
        context.client("first", 1).buy();
        Client alone = context.client(Questions.WHO_BUYS_ALONE, 1);
        for (int purchase = 0; purchase < PURCHASES; purchase++) {
            alone.buy();
        }
    }

    /** Bob arrives while Ann is inside, and buys after her. It is a finding if Bob is refused and does not wait. */
    static void meets(ScenarioContext context, String step) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        Client bob = context.client("bob", context.processes());
        if (context.meets(bob, Operations.BUY, step) && !bob.isActing()) {
            context.found(Failure.TURNED_AWAY, "turned-away", bob.outcome());
        }
        ann.goOn().outcome();
        getsIn(context, bob, step);
    }

    /** Six clients arrive one after the other while Ann is inside; then she leaves. */
    static void inLine(ScenarioContext context, String step) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        List<Client> waiting = new ArrayList<>();
        for (int number = 1; number <= WAITERS; number++) {
            Client next = context.client("waiter-" + number, 1 + number % context.processes());
            context.meets(next, Operations.BUY, step);
            if (!next.isActing()) {
                context.found(Failure.TURNED_AWAY, "no-line", next.name());
                ann.goOn().outcome();
                return;
            }
            context.pass(UNTIL_THE_NEXT_COMES);
            waiting.add(next);
        }
        ann.goOn().outcome();
        FaultScenarios.getInInOrder(context, waiting, next -> getsIn(context, next, step));
    }

    /** Ann is paused at the step. Bob arrives, and again after a lease. Ann resumes and finishes, then Bob does. */
    static void pause(ScenarioContext context, String step) {
        Client ann =
                context.client("ann", 1).needNotBeServed().holdAt(step).begin().awaitAt(step);
        Client bob = context.client("bob", 2);
        context.meets(bob, Operations.BUY, step);
        ann.process().pause();
        if (!bob.isActing()) {
            context.pass(context.lease().multipliedBy(13).dividedBy(10));
            bob.holdAt(step).begin();
        }
        long until = System.nanoTime() + context.lease().multipliedBy(3).toNanos();
        context.await("bob to get in, or any lease to be over", () -> bob.isThere() || System.nanoTime() > until);
        boolean both = bob.isThere() && bob.comesTo(step);
        ann.process().resume();
        ann.goOn().outcome();
        if (both) {
            bob.goOn().outcome();
        } else {
            getsIn(context, bob, step);
        }
    }

    /** The server restarts while Ann is at the step; then Bob arrives. A client whose connection breaks retries. */
    static void serverDies(ScenarioContext context, String step, Runnable killAndStart) {
        Client ann = context.client("ann", 1).holdAt(step).begin().awaitAt(step);
        killAndStart.run();
        context.pass(UNTIL_POOLS_TEST);
        Client bob = context.client("bob", 2);
        boolean met = context.meets(bob, Operations.BUY, step);
        for (int attempt = 1; failed(bob) && attempt < ATTEMPTS; attempt++) {
            met = context.meets(bob, Operations.BUY, step);
        }
        ann.goOn().outcome();
        if (!met && bob.isActing()) {
            bob.goOn().outcome();
        } else {
            getsIn(context, bob, step);
        }
    }

    private static boolean failed(Client client) {
        return !client.isActing() && client.outcome() == Outcome.FAILED;
    }

    /** A client that waits or was refused buys now. It is a finding if it cannot. */
    private static void getsIn(ScenarioContext context, Client late, String step) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            if (late.comesTo(step)) {
                late.goOn();
            }
            if (late.outcome() == Outcome.TAKEN) {
                return;
            }
        }
        FaultScenarios.isLockedOut(context, late, "nobody-inside");
    }
}
