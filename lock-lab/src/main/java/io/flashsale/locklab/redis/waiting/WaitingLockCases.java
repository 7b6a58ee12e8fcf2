package io.flashsale.locklab.redis.waiting;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import java.time.Duration;
import java.util.List;

/** A12 and A13: waiting by asking, and waiting to be told. */
public final class WaitingLockCases {

    private WaitingLockCases() {}

    public static List<Case> all() {
        return List.of(polling(), notified());
    }

    private static Case polling() {
        return Case.of("A12", Kind.LOCK, "Waiting by polling")
                .shows("Retries until a deadline.")
                .guarantees("what A8 does", "an answer at the deadline at the latest")
                .doesNotGuarantee("order", "quiet: each waiter asks over and over")
                .scheme(
                        PollingLock.class,
                        context -> Operations.locked(new PollingLock(context.redis(), context.lease()), context),
                        Scenario.fails(
                                        "ten-wait",
                                        Fault.NONE,
                                        Failure.POLLING,
                                        "Ten wait while the holder works: count the commands.",
                                        FaultScenarios::othersWait)
                                .curedBy("A13/ten-wait"),
                        Scenario.crowd("Right, at the price of many commands."));
    }

    private static Case notified() {
        return Case.of("A13", Kind.LOCK, "Waiting by publish/subscribe")
                .shows("Wakes on release: a message, a semaphore, and a deadline.")
                .guarantees(
                        "what A8 does", "an answer at the deadline at the latest", "hardly a command while one waits")
                .doesNotGuarantee("order", "that each who is woken gets in: one a process is, and one of them wins")
                .scheme(
                        NotifiedLock.class,
                        context -> Operations.locked(new NotifiedLock(context.redis(), context.lease()), context),
                        Scenario.holds(
                                "ten-wait",
                                Fault.NONE,
                                "Ten wait while the holder works, and send nothing meanwhile.",
                                FaultScenarios::othersWait),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "Nobody publishes anything for the dead; bob, who waits, wakes when her lease ends, and"
                                                + " does not sleep on until his deadline.",
                                        WaitingLockCases::holderDies)
                                .with("lease", 1_500),
                        Scenario.crowd("Compare the commands and the waiting times with A12's."));
    }

    /** The process of ann is killed while she is inside and bob waits; he is to be inside long before his deadline. */
    private static void holderDies(ScenarioContext context) {
        long begin = System.nanoTime();
        FaultScenarios.holderDies(context);
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        if (took.compareTo(context.lease().multipliedBy(2)) > 0) {
            context.found(
                    Failure.LOCKED_OUT, "the lease was over, and bob slept on, for " + took.toMillis() + " ms in all");
        }
    }
}
