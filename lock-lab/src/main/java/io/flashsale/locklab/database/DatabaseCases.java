package io.flashsale.locklab.database;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.fault.Successions;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import java.util.List;

/** D1 and D2: a row as a lock. The other ways in which a database guards stock are in {@link StockRowCases}. */
public final class DatabaseCases {

    private static final int SHORT_LEASE_MILLIS = 1_500;

    private DatabaseCases() {}

    public static List<Case> all() {
        return List.of(insertedRow(), ownedRow());
    }

    private static Case insertedRow() {
        return Case.of("D1", Kind.LOCK, "A row with a primary key")
                .shows("A lock that needs nothing but a database: INSERT takes it, DELETE frees it.")
                .guarantees("one holder at a time, in all processes", "release when the work throws")
                .doesNotGuarantee("release when the holder dies", "reentrancy", "waiting", "an order")
                .on(LabDatabase.KIND)
                .scheme(
                        InsertedRowLock.class,
                        context -> Operations.locked(new InsertedRowLock(new Database(context)), context),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, does not come in while ann is inside.",
                                FaultScenarios::oneAtATime),
                        Scenario.fails(
                                        "holder-dies",
                                        Fault.KILL,
                                        Failure.LOCKED_OUT,
                                        "Nobody is left to delete the row, and a row does not expire.",
                                        Successions::afterDeath)
                                .with("lease", SHORT_LEASE_MILLIS)
                                .curedBy("D2/holder-dies"),
                        Scenario.fails(
                                        "enters-again",
                                        Fault.NONE,
                                        Failure.NOT_REENTRANT,
                                        "The row does not say whose it is: its owner is refused like everybody else.",
                                        FaultScenarios::entersAgain)
                                .inProcesses(1)
                                .curedBy("D2/enters-again"),
                        Scenario.holds(
                                        "statements",
                                        Fault.NONE,
                                        "What it lacks it does not charge for: an INSERT and a DELETE.",
                                        DatabaseFaultScenarios::countStatements)
                                .inProcesses(1),
                        Scenario.crowd("Right, and slow: who does not get the row tries again some time later."));
    }

    private static Case ownedRow() {
        return Case.of("D2", Kind.LOCK, "A row with owner, count and expiry; a queue table")
                .shows("Each weakness of D1 cured in turn, and what that costs.")
                .guarantees(
                        "one holder at a time while the work is shorter than the lease",
                        "release within a lease of the holder's death",
                        "reentrancy",
                        "first come, first served")
                .doesNotGuarantee("one holder when the work outlives the lease", "few statements")
                .on(LabDatabase.KIND)
                .scheme(
                        OwnedRowLock.class,
                        context -> Operations.locked(new OwnedRowLock(new Database(context), context.lease()), context),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, waits while ann is inside.",
                                FaultScenarios::oneAtATime),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The row of the dead holder expires, a sweeper removes it, and bob gets in.",
                                        Successions::afterDeath)
                                .with("lease", SHORT_LEASE_MILLIS),
                        Scenario.holds(
                                        "enters-again",
                                        Fault.NONE,
                                        "The row names its owner, who counts entries up and down.",
                                        FaultScenarios::entersAgain)
                                .inProcesses(1),
                        Scenario.holds(
                                "queue",
                                Fault.NONE,
                                "Those who wait have a number each; the lowest one gets in next, whoever looks first.",
                                DatabaseFaultScenarios::queueUp),
                        Scenario.fails(
                                        "statements",
                                        Fault.NONE,
                                        Failure.COSTLY,
                                        "Owner, queue, row, and all of it back: also where nobody else wants the lock.",
                                        DatabaseFaultScenarios::countStatements)
                                .inProcesses(1)
                                .curedInOtherStepsBy("D7/statements"),
                        Scenario.crowd("In order of arrival, and slow: each buyer asks the database every 10 ms."));
    }
}
