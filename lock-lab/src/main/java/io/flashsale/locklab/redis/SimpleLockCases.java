package io.flashsale.locklab.redis;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** A3 to A6: from SETNX to a lock that frees itself. */
final class SimpleLockCases {

    private SimpleLockCases() {}

    static List<Case> all() {
        return List.of(setNx(), setNxFinally(), setNxThenExpire(), setNxEx());
    }

    private static Case setNx() {
        return Case.of("A3", Kind.LOCK, "SETNX … DEL")
                .shows("Mutual exclusion across processes.")
                .guarantees("one holder at a time, in all processes")
                .doesNotGuarantee("release when the work throws or the holder dies", "waiting", "reentrancy")
                .scheme(
                        SetNxLock.class,
                        context -> Operations.locked(new SetNxLock(context.redis()), context),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, does not come in while ann is inside.",
                                FaultScenarios::oneAtATime),
                        Scenario.holds(
                                "all-read-first",
                                Fault.NONE,
                                "Of five who come at once one reads 100; the others are sent away, and come back later.",
                                FaultScenarios::fiveAtOnce),
                        Scenario.fails(
                                        "holder-throws",
                                        Fault.EXCEPTION,
                                        Failure.LOCKED_OUT,
                                        "The work throws, DEL is never reached, and the key has no expiry.",
                                        FaultScenarios::holderThrows)
                                .curedBy("A4/holder-throws"),
                        Scenario.crowd("Right, but nobody waits in order: each comes back when it pleases them."));
    }

    private static Case setNxFinally() {
        return Case.of("A4", Kind.LOCK, "SETNX with try/finally DEL")
                .shows("A lock that survives exceptions.")
                .guarantees("one holder at a time", "release when the work throws")
                .doesNotGuarantee("release when the holder dies", "waiting", "reentrancy")
                .scheme(
                        SetNxFinallyLock.class,
                        context -> Operations.locked(new SetNxFinallyLock(context.redis()), context),
                        Scenario.holds(
                                "holder-throws",
                                Fault.EXCEPTION,
                                "The work throws, and the finally block frees the lock.",
                                FaultScenarios::holderThrows),
                        Scenario.fails(
                                        "holder-dies",
                                        Fault.KILL,
                                        Failure.LOCKED_OUT,
                                        "No finally block runs after kill -9; the key stays, without an expiry.",
                                        FaultScenarios::holderDies)
                                .curedBy("A6/holder-dies"),
                        Scenario.crowd("As right as before."));
    }

    private static Case setNxThenExpire() {
        return Case.of("A5", Kind.LOCK, "SETNX, then EXPIRE")
                .shows("Expiry: the lock of a dead holder goes away by itself.")
                .guarantees("one holder at a time within the lease", "release when the holder dies at work")
                .doesNotGuarantee("that there is an expiry: these are two commands", "one holder after the lease")
                .scheme(
                        SetNxThenExpireLock.class,
                        context -> Operations.locked(setNxThenExpire(context), context),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The holder is killed at work; the key expires.",
                                        FaultScenarios::holderDies)
                                .with("lease", 1_500),
                        Scenario.fails(
                                        "dies-between",
                                        Fault.KILL,
                                        Failure.LOCKED_OUT,
                                        "Killed after SETNX and before EXPIRE: a key without an expiry.",
                                        SimpleLockCases::diesBetween)
                                .with("lease", 1_500)
                                .curedBy("A5/dies-after-script"),
                        Scenario.holds(
                                        "dies-after-script",
                                        Fault.KILL,
                                        "Both commands in one Lua script (SetNxExpireScriptLock): there is no between.",
                                        SimpleLockCases::diesBetween)
                                .with("lease", 1_500)
                                .with("script", true),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }

    private static void diesBetween(ScenarioContext context) {
        FaultScenarios.diesAt(context, SetNxThenExpireLock.BETWEEN);
    }

    private static LockScheme setNxThenExpire(SchemeContext context) {
        return Boolean.parseBoolean(context.setting("script", "false"))
                ? new SetNxExpireScriptLock(context.redis(), context.lease())
                : new SetNxThenExpireLock(context.redis(), context.lease());
    }

    private static Case setNxEx() {
        return Case.of("A6", Kind.LOCK, "SET NX EX")
                .shows("A lock that frees itself, taken by one command.")
                .guarantees("one holder at a time within the lease", "release whatever happens, after the lease")
                .doesNotGuarantee("one holder after the lease", "that it is one's own lock that one frees")
                .scheme(
                        SetNxExLock.class,
                        context -> Operations.locked(new SetNxExLock(context.redis(), context.lease()), context),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The holder is killed; the key expires and the next one comes in.",
                                        FaultScenarios::holderDies)
                                .with("lease", 1_500),
                        Scenario.fails(
                                        "lease-too-short",
                                        Fault.SLOW,
                                        Failure.TWO_HOLDERS,
                                        "The work takes longer than the lease: the next one comes in meanwhile.",
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .curedBy("A9/lease-too-short"),
                        Scenario.fails(
                                        "frees-anothers-lock",
                                        Fault.SLOW,
                                        Failure.WRONG_RELEASE,
                                        "Done at last, the first deletes the key, which is the second one's by now. "
                                                + FaultScenarios.LEASE_ENDED_BY_HAND,
                                        FaultScenarios::leavesLate)
                                .curedBy("A7/frees-anothers-lock"),
                        Scenario.crowd("Right, as long as nobody takes longer than the lease."));
    }
}
