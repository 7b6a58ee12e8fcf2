package io.flashsale.locklab.redis.reentrant;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import java.util.List;

/** A10 and A11: entering again, counted in the thread and counted in Redis. */
public final class ReentrantLockCases {

    private ReentrantLockCases() {}

    public static List<Case> all() {
        return List.of(inTheThread(), inRedis());
    }

    private static Case inTheThread() {
        return Case.of("A10", Kind.LOCK, "Reentrancy counted in a ThreadLocal")
                .shows("The same thread may enter again.")
                .guarantees("what A8 does", "reentrancy at no cost")
                .doesNotGuarantee("that the thread's count is true once the lease is over")
                .scheme(
                        ThreadLocalReentrantLock.class,
                        context -> Operations.locked(
                                new ThreadLocalReentrantLock(context.redis(), context.lease()), context),
                        entersAgain("The count of the thread lets it in again."),
                        Scenario.fails(
                                        "count-outlives-lease",
                                        Fault.SLOW,
                                        Failure.TWO_HOLDERS,
                                        "The lease ends and another comes in; the thread's count still says that it is"
                                                + " inside, and lets it enter again. "
                                                + FaultScenarios.LEASE_ENDED_BY_HAND,
                                        FaultScenarios::entersAgainTooLate)
                                .curedBy("A11/count-outlives-lease"),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }

    private static Case inRedis() {
        return Case.of("A11", Kind.LOCK, "Reentrancy counted in a Redis hash")
                .shows("Reentrancy that survives: the count is where the lock is.")
                .guarantees("what A8 does", "reentrancy", "each entry is refused once the lock is another's")
                .doesNotGuarantee("one holder after the lease", "waiting")
                .scheme(
                        HashReentrantLock.class,
                        context -> Operations.locked(new HashReentrantLock(context.redis(), context.lease()), context),
                        entersAgain("The field client:thread is found, and counted up."),
                        Scenario.holds(
                                "count-outlives-lease",
                                Fault.SLOW,
                                "The lease ends and another comes in; the second entry asks Redis, and is refused. "
                                        + FaultScenarios.LEASE_ENDED_BY_HAND,
                                FaultScenarios::entersAgainTooLate),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }

    private static Scenario entersAgain(String why) {
        return Scenario.holds("enters-again", Fault.NONE, why, FaultScenarios::entersAgain);
    }
}
