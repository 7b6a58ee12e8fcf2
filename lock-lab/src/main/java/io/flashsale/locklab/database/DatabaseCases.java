package io.flashsale.locklab.database;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.play.Plays;
import io.flashsale.locklab.play.Successions;
import io.flashsale.locklab.scheme.Acts;
import io.flashsale.locklab.stage.Failure;
import java.util.List;

/** D1 and D2: a row as a lock. The other ways in which a database guards stock are in {@link StockRowCases}. */
public final class DatabaseCases {

    private static final int SHORT_LEASE_MILLIS = 400;

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
                        tools -> Acts.locked(new InsertedRowLock(new Database(tools)), tools),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, does not come in while ann is inside.",
                                Plays::oneAtATime),
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
                                        Plays::entersAgain)
                                .inProcesses(1)
                                .curedBy("D2/enters-again"),
                        Scenario.holds(
                                        "statements",
                                        Fault.NONE,
                                        "What it lacks it does not charge for: an INSERT and a DELETE.",
                                        DatabasePlays::countStatements)
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
                        tools -> Acts.locked(new OwnedRowLock(new Database(tools), tools.lease()), tools),
                        Scenario.holds(
                                "one-at-a-time",
                                Fault.NONE,
                                "Bob, in another process, waits while ann is inside.",
                                Plays::oneAtATime),
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
                                        Plays::entersAgain)
                                .inProcesses(1),
                        Scenario.holds(
                                "queue",
                                Fault.NONE,
                                "Those who wait have a number each; the lowest one gets in next, whoever looks first.",
                                DatabasePlays::queueUp),
                        Scenario.fails(
                                        "statements",
                                        Fault.NONE,
                                        Failure.COSTLY,
                                        "Owner, queue, row, and all of it back: also where nobody else wants the lock.",
                                        DatabasePlays::countStatements)
                                .inProcesses(1)
                                .curedBy("D7/statements"),
                        Scenario.crowd("In order of arrival, and slow: each buyer asks the database every 10 ms."));
    }
}
