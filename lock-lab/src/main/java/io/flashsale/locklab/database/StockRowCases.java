package io.flashsale.locklab.database;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;

/** D3 to D7: the stock is a row, and the database is the system of record. */
public final class StockRowCases {

    private static final String NOWAIT = "nowait";

    private StockRowCases() {}

    public static List<Case> all() {
        return List.of(lockedRow(), comparedValue(), version(), versionThenLock(), conditional());
    }

    private static Case lockedRow() {
        return Case.of("D3", Kind.STOCK, "SELECT … FOR UPDATE")
                .shows("A lock that cannot be forgotten: it ends with the transaction.")
                .guarantees("one at a time", "release when the holder throws or its process dies", "waiting")
                .doesNotGuarantee("that connections are left for anybody else while one holder is slow")
                .on(LabDatabase.KIND)
                .waitingShows(context -> context.backend(LabDatabase.KIND).waitingForRows() > 0)
                .scheme(
                        SelectForUpdate.class,
                        StockRowCases::lockedRow,
                        Scenario.fails(
                                        "slow-holder",
                                        Fault.SLOW,
                                        Failure.POOL_EXHAUSTED,
                                        "The pool has three connections: the slow holder has one, and each of two who"
                                                + " wait for the row has one.",
                                        DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .curedBy("D3/slow-holder-nowait"),
                        Scenario.holds(
                                        "slow-holder-nowait",
                                        Fault.SLOW,
                                        "With NOWAIT whoever does not get the row gives the connection back, and tries"
                                                + " again later.",
                                        DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .with(NOWAIT, true),
                        Scenario.holds(
                                "holder-dies",
                                Fault.KILL,
                                "The database sees the connection end, and rolls back.",
                                DatabaseFaultScenarios::holderOfARowDies),
                        Scenario.crowd("All wait for one row, and each is served in its turn."));
    }

    private static Case comparedValue() {
        return Case.of("D4", Kind.STOCK, "Compare and set on the value")
                .shows("Right for a counter, without any lock.")
                .guarantees("no unit is sold twice")
                .doesNotGuarantee("that a change is noticed if the value is the same again (ABA)")
                .on(LabDatabase.KIND)
                .scheme(
                        ComparedValue.class,
                        context -> Operations.of(new ComparedValue(new Database(context))),
                        Scenario.fails(
                                        "value-comes-back",
                                        Fault.NONE,
                                        Failure.UNNOTICED_CHANGE,
                                        "100, then 0, then 100 of another lot: the update of somebody who had read the"
                                                + " first 100 still applies.",
                                        DatabaseFaultScenarios::valueComesBack)
                                .inProcesses(1)
                                .curedBy("D5/value-comes-back"),
                        Scenario.crowd("Nothing is oversold; most updates fail and are tried again."));
    }

    private static Case version() {
        return Case.of("D5", Kind.STOCK, "Version column")
                .shows("Optimistic locking: detects every change.")
                .guarantees("no unit is sold twice", "every change in between is noticed")
                .doesNotGuarantee("progress of all but one of those who read at the same time")
                .on(LabDatabase.KIND)
                .scheme(
                        VersionedUpdate.class,
                        context -> Operations.of(new VersionedUpdate(new Database(context))),
                        Scenario.holds(
                                        "value-comes-back",
                                        Fault.NONE,
                                        "The value is the same again; the version never is.",
                                        DatabaseFaultScenarios::valueComesBack)
                                .inProcesses(1),
                        Scenario.fails(
                                        "all-read-first",
                                        Fault.NONE,
                                        Failure.FAILED_UPDATES,
                                        "Five read the same version: one update applies, four fail.",
                                        DatabaseFaultScenarios::allReadFirst)
                                .curedBy("D6/all-read-first"),
                        Scenario.fails(
                                        "always-too-late",
                                        Fault.NONE,
                                        Failure.FAILED_UPDATES,
                                        "Somebody else is faster: the attempt was in vain, and so may be the next.",
                                        DatabaseFaultScenarios::alwaysTooLate)
                                .inProcesses(1)
                                .curedBy("D6/always-too-late"),
                        Scenario.crowd("Nothing is oversold; the step update-failed counts what was in vain."));
    }

    private static Case versionThenLock() {
        return Case.of("D6", Kind.STOCK, "Version column, then a lock")
                .shows("A bounded number of attempts, then the row is locked.")
                .guarantees("what D5 guarantees", "that each is served after three failed attempts at most")
                .doesNotGuarantee("that those attempts are cheap")
                .on(LabDatabase.KIND)
                .scheme(
                        VersionThenLock.class,
                        context -> Operations.of(new VersionThenLock(new Database(context))),
                        Scenario.holds(
                                "all-read-first",
                                Fault.NONE,
                                "All five are served: by another attempt, or in the end by the lock.",
                                DatabaseFaultScenarios::allReadFirst),
                        Scenario.holds(
                                        "always-too-late",
                                        Fault.NONE,
                                        "Three times somebody else is faster; the fourth time the row is locked.",
                                        DatabaseFaultScenarios::alwaysTooLate)
                                .inProcesses(1),
                        Scenario.crowd("How many had to lock the row is counted as upgraded-to-a-lock."));
    }

    private static Case conditional() {
        return Case.of("D7", Kind.STOCK, "Conditional update")
                .shows("available = available − 1 WHERE available >= 1: the least that is right.")
                .guarantees("no unit is sold twice", "nobody fails because of somebody else", "one statement a unit")
                .doesNotGuarantee("that a repeated call is told from a new one", "more than one row's speed")
                .on(LabDatabase.KIND)
                .scheme(
                        ConditionalUpdate.class,
                        context -> Operations.of(new ConditionalUpdate(new Database(context))),
                        Scenario.holds(
                                "five-at-once",
                                Fault.NONE,
                                "Nobody reads first: five wait for the row, and all five updates apply, one after the other.",
                                DatabaseFaultScenarios::fiveAtOnce),
                        Scenario.holds(
                                        "statements",
                                        Fault.NONE,
                                        "One.",
                                        DatabaseFaultScenarios::countStatementsAndLockTheRow)
                                .inProcesses(1),
                        Scenario.crowd("As fast as one row can be updated, and no failed attempts."));
    }

    private static Operations lockedRow(SchemeContext context) {
        Database database = new Database(context);
        SelectForUpdate stock = Boolean.parseBoolean(context.setting(NOWAIT, "false"))
                ? SelectForUpdate.notWaiting(database)
                : SelectForUpdate.waiting(database);
        return Operations.of(stock).with(DatabaseFaultScenarios.LOOK, item -> {
            database.sql("SELECT 1").query(Integer.class).single();
            return Outcome.DONE;
        });
    }
}
