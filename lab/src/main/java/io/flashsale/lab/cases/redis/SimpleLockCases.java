package io.flashsale.lab.cases.redis;

import io.flashsale.lab.cases.catalogue.Case;
import io.flashsale.lab.cases.catalogue.Fault;
import io.flashsale.lab.cases.catalogue.Kind;
import io.flashsale.lab.cases.catalogue.Scenario;
import io.flashsale.lab.cases.play.Plays;
import io.flashsale.lab.cases.scheme.Acts;
import io.flashsale.lab.cases.scheme.LockScheme;
import io.flashsale.lab.cases.scheme.LockedStock;
import io.flashsale.lab.cases.scheme.Tools;
import io.flashsale.lab.cases.stage.Failure;
import java.util.List;

/** A3 to A6: from SETNX to a lock that frees itself. */
public final class SimpleLockCases {

    private SimpleLockCases() {}

    public static List<Case> all() {
        return List.of(setNx());
    }

    private static Case setNx() {
        return Case.of("A3", Kind.LOCK, "SETNX … DEL")
                .shows("Mutual exclusion across processes.")
                .guarantees("one holder at a time, in all processes")
                .doesNotGuarantee("release when the work throws", "release when the holder dies", "waiting", "reentrancy")
                .scheme(
                        SetNxLock.class,
                        tools -> locked(tools, new SetNxLock(tools.redis())),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, does not come in while ann is inside.",
                                Plays::oneAtATime),
                        Scenario.fails(
                                        "holder-throws",
                                        Fault.EXCEPTION,
                                        Failure.LOCKED_OUT,
                                        "The work throws, DEL is never reached, and the key has no expiry.",
                                        Plays::holderThrows)
                                .curedBy("A4/holder-throws"),
                        Scenario.crowd("Slow, because nobody waits in order, but right."));
    }

    static Acts locked(Tools tools, LockScheme lock) {
        return Acts.of(new LockedStock(lock, tools.warehouse(), tools.patience()));
    }
}
