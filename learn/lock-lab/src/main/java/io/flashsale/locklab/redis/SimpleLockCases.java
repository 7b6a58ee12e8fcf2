package io.flashsale.locklab.redis;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.LOCKED_OUT;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;
import static io.flashsale.locklab.scenario.Failure.WRONG_RELEASE;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** A3 to A6: from SETNX to a lock that expires by itself. */
final class SimpleLockCases {

    private SimpleLockCases() {}

    static List<Case> all() {
        return List.of(setNx(), setNxFinally(), setNxThenExpire(), setNxEx());
    }

    private static Case setNx() {
        return Case.of("A3", Kind.LOCK)
                .scheme(
                        SetNxLock.class,
                        context -> Operations.locked(new SetNxLock(context.redis()), context),
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        holds("all-read-first", NONE, FaultScenarios::fiveAtOnce),
                        fails("holder-throws", Fault.EXCEPTION, LOCKED_OUT, FaultScenarios::holderThrows)
                                .curedBy("A4/holder-throws"),
                        Scenario.crowd());
    }

    private static Case setNxFinally() {
        return Case.of("A4", Kind.LOCK)
                .scheme(
                        SetNxFinallyLock.class,
                        context -> Operations.locked(new SetNxFinallyLock(context.redis()), context),
                        holds("holder-throws", Fault.EXCEPTION, FaultScenarios::holderThrows),
                        fails("holder-dies", KILL, LOCKED_OUT, FaultScenarios::holderDies)
                                .curedBy("A6/holder-dies"),
                        Scenario.crowd());
    }

    private static Case setNxThenExpire() {
        return Case.of("A5", Kind.LOCK)
                .scheme(
                        SetNxThenExpireLock.class,
                        context -> Operations.locked(setNxThenExpire(context), context),
                        holds("holder-dies", KILL, FaultScenarios::holderDies).with("lease", 1_500),
                        fails("dies-between", KILL, LOCKED_OUT, SimpleLockCases::diesBetween)
                                .with("lease", 1_500)
                                .curedBy("A5/dies-after-script"),
                        holds("dies-after-script", KILL, SimpleLockCases::diesBetween)
                                .with("lease", 1_500)
                                .with("script", true),
                        Scenario.crowd());
    }

    private static void diesBetween(ScenarioContext context) {
        FaultScenarios.diesAt(context, SetNxThenExpireLock.BETWEEN);
    }

    private static LockScheme setNxThenExpire(SchemeContext context) {
        return context.isSet("script")
                ? new SetNxExpireScriptLock(context.redis(), context.lease())
                : new SetNxThenExpireLock(context.redis(), context.lease());
    }

    private static Case setNxEx() {
        return Case.of("A6", Kind.LOCK)
                .scheme(
                        SetNxExLock.class,
                        context -> Operations.locked(new SetNxExLock(context.redis(), context.lease()), context),
                        holds("holder-dies", KILL, FaultScenarios::holderDies).with("lease", 1_500),
                        fails("lease-too-short", SLOW, TWO_HOLDERS, FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .curedBy("A9/lease-too-short"),
                        fails("frees-anothers-lock", SLOW, WRONG_RELEASE, FaultScenarios::leavesLate)
                                .curedBy("A7/frees-anothers-lock"),
                        Scenario.crowd());
    }
}
