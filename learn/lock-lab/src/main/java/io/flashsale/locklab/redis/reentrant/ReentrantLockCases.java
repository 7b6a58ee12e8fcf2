package io.flashsale.locklab.redis.reentrant;

import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scheme.Operations;
import java.util.List;

/** A10 and A11: reentrancy counted in the thread, and counted in Redis. */
public final class ReentrantLockCases {

    private ReentrantLockCases() {}

    public static List<Case> all() {
        return List.of(inTheThread(), inRedis());
    }

    private static Case inTheThread() {
        return Case.of("A10", Kind.LOCK)
                .scheme(
                        ThreadLocalReentrantLock.class,
                        context -> Operations.locked(
                                new ThreadLocalReentrantLock(context.redis(), context.lease()), context),
                        entersAgain(),
                        fails("count-outlives-lease", SLOW, TWO_HOLDERS, FaultScenarios::entersAgainTooLate)
                                .curedBy("A11/count-outlives-lease"),
                        Scenario.crowd());
    }

    private static Case inRedis() {
        return Case.of("A11", Kind.LOCK)
                .scheme(
                        HashReentrantLock.class,
                        context -> Operations.locked(new HashReentrantLock(context.redis(), context.lease()), context),
                        entersAgain(),
                        holds("count-outlives-lease", SLOW, FaultScenarios::entersAgainTooLate),
                        Scenario.crowd());
    }

    private static Scenario entersAgain() {
        return holds("enters-again", NONE, FaultScenarios::entersAgain);
    }
}
