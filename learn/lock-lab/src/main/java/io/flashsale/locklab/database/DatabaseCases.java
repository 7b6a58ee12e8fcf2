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

/** D1 and D2: a row as a lock. {@link StockRowCases} has the other ways in which a database guards stock. */
public final class DatabaseCases {

    private static final int SHORT_LEASE_MILLIS = 1_500;

    private DatabaseCases() {}

    public static List<Case> all() {
        return List.of(insertedRow(), ownedRow());
    }

    private static Case insertedRow() {
        return Case.of("D1", Kind.LOCK)
                .on(LabDatabase.KIND)
                .scheme(
                        InsertedRowLock.class,
                        context -> Operations.locked(new InsertedRowLock(new Database(context)), context),
                        Scenario.holds("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                        Scenario.fails("holder-dies", Fault.KILL, Failure.LOCKED_OUT, Successions::afterDeath)
                                .with("lease", SHORT_LEASE_MILLIS)
                                .curedBy("D2/holder-dies"),
                        Scenario.fails("enters-again", Fault.NONE, Failure.NOT_REENTRANT, FaultScenarios::entersAgain)
                                .inProcesses(1)
                                .curedBy("D2/enters-again"),
                        Scenario.holds("statements", Fault.NONE, DatabaseFaultScenarios::countStatements)
                                .inProcesses(1),
                        Scenario.crowd());
    }

    private static Case ownedRow() {
        return Case.of("D2", Kind.LOCK)
                .on(LabDatabase.KIND)
                .scheme(
                        OwnedRowLock.class,
                        context -> Operations.locked(new OwnedRowLock(new Database(context), context.lease()), context),
                        Scenario.holds("one-at-a-time", Fault.NONE, FaultScenarios::oneAtATime),
                        Scenario.holds("holder-dies", Fault.KILL, Successions::afterDeath)
                                .with("lease", SHORT_LEASE_MILLIS),
                        Scenario.holds("enters-again", Fault.NONE, FaultScenarios::entersAgain)
                                .inProcesses(1),
                        Scenario.holds("queue", Fault.NONE, DatabaseFaultScenarios::queueUp),
                        Scenario.holds("waiter-dies", Fault.KILL, DatabaseFaultScenarios::waiterDies)
                                .with("timeout", 20_000),
                        Scenario.fails(
                                        "statements",
                                        Fault.NONE,
                                        Failure.COSTLY,
                                        DatabaseFaultScenarios::countStatements)
                                .inProcesses(1)
                                .curedInOtherStepsBy("D7/statements"),
                        Scenario.crowd());
    }
}
