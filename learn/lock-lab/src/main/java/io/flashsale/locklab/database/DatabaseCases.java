package io.flashsale.locklab.database;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.COSTLY;
import static io.flashsale.locklab.scenario.Failure.LOCKED_OUT;
import static io.flashsale.locklab.scenario.Failure.NOT_REENTRANT;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
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
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        fails("holder-dies", KILL, LOCKED_OUT, FaultScenarios::afterDeath)
                                .with("lease", SHORT_LEASE_MILLIS)
                                .curedBy("D2/holder-dies"),
                        fails("enters-again", NONE, NOT_REENTRANT, FaultScenarios::entersAgain)
                                .inProcesses(1)
                                .curedBy("D2/enters-again"),
                        holds("statements", NONE, DatabaseFaultScenarios::countStatements)
                                .inProcesses(1),
                        Scenario.crowd());
    }

    private static Case ownedRow() {
        return Case.of("D2", Kind.LOCK)
                .on(LabDatabase.KIND)
                .scheme(
                        OwnedRowLock.class,
                        context -> Operations.locked(new OwnedRowLock(new Database(context), context.lease()), context),
                        holds("one-at-a-time", NONE, FaultScenarios::oneAtATime),
                        holds("holder-dies", KILL, FaultScenarios::afterDeath).with("lease", SHORT_LEASE_MILLIS),
                        holds("enters-again", NONE, FaultScenarios::entersAgain).inProcesses(1),
                        holds("queue", NONE, DatabaseFaultScenarios::queueUp),
                        holds("waiter-dies", KILL, DatabaseFaultScenarios::waiterDies)
                                .with("timeout", 20_000),
                        fails("statements", NONE, COSTLY, DatabaseFaultScenarios::countStatements)
                                .inProcesses(1)
                                .curedInOtherStepsBy("D7/statements"),
                        Scenario.crowd());
    }
}
