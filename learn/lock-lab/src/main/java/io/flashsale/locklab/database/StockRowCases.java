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
import java.util.function.Function;

/** D3 to D7: the stock is a row, and the database is the system of record. */
public final class StockRowCases {

    private static final String NOWAIT = "nowait";

    private StockRowCases() {}

    public static List<Case> all() {
        return List.of(lockedRow(), comparedValue(), version(), versionThenLock(), conditional());
    }

    private static Case lockedRow() {
        return Case.of("D3", Kind.STOCK)
                .on(LabDatabase.KIND)
                .waitingShows(context -> context.backend(LabDatabase.KIND).waitingForRows() > 0)
                .scheme(
                        SelectForUpdate.class,
                        StockRowCases::lockedRow,
                        Scenario.fails(
                                        "slow-holder",
                                        Fault.SLOW,
                                        Failure.POOL_EXHAUSTED,
                                        DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .tolerating(Failure.EXCEPTION) // of the pool
                                .curedBy("D3/slow-holder-nowait"),
                        Scenario.holds("slow-holder-nowait", Fault.SLOW, DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .with(NOWAIT, true),
                        Scenario.holds("holder-dies", Fault.KILL, DatabaseFaultScenarios::holderOfARowDies),
                        Scenario.crowd());
    }

    private static Case comparedValue() {
        return onRow(
                "D4",
                ComparedValue.class,
                ComparedValue::new,
                Scenario.fails(
                                "value-comes-back",
                                Fault.NONE,
                                Failure.UNNOTICED_CHANGE,
                                DatabaseFaultScenarios::valueComesBack)
                        .inProcesses(1)
                        .curedBy("D5/value-comes-back"),
                Scenario.crowd());
    }

    private static Case version() {
        return onRow(
                "D5",
                VersionedUpdate.class,
                VersionedUpdate::new,
                Scenario.holds("value-comes-back", Fault.NONE, DatabaseFaultScenarios::valueComesBack)
                        .inProcesses(1),
                Scenario.fails(
                                "all-read-first",
                                Fault.NONE,
                                Failure.FAILED_UPDATES,
                                DatabaseFaultScenarios::allReadFirst)
                        .curedBy("D6/all-read-first"),
                Scenario.fails(
                                "always-too-late",
                                Fault.NONE,
                                Failure.FAILED_UPDATES,
                                DatabaseFaultScenarios::alwaysTooLate)
                        .inProcesses(1)
                        .curedBy("D6/always-too-late"),
                Scenario.crowd());
    }

    private static Case versionThenLock() {
        return onRow(
                "D6",
                VersionThenLock.class,
                VersionThenLock::new,
                Scenario.holds("all-read-first", Fault.NONE, DatabaseFaultScenarios::allReadFirst),
                Scenario.holds("always-too-late", Fault.NONE, DatabaseFaultScenarios::alwaysTooLate)
                        .inProcesses(1),
                Scenario.crowd());
    }

    private static Case conditional() {
        return onRow(
                "D7",
                ConditionalUpdate.class,
                ConditionalUpdate::new,
                Scenario.holds("five-at-once", Fault.NONE, DatabaseFaultScenarios::fiveAtOnce),
                Scenario.holds("statements", Fault.NONE, DatabaseFaultScenarios::countStatementsAndLockTheRow)
                        .inProcesses(1),
                Scenario.crowd());
    }

    private static <S extends StockTable> Case onRow(
            String id, Class<S> source, Function<Database, S> scheme, Scenario... scenarios) {
        return Case.of(id, Kind.STOCK)
                .on(LabDatabase.KIND)
                .scheme(source, context -> Operations.of(scheme.apply(new Database(context))), scenarios);
    }

    private static Operations lockedRow(SchemeContext context) {
        Database database = new Database(context);
        SelectForUpdate stock =
                context.isSet(NOWAIT) ? SelectForUpdate.notWaiting(database) : SelectForUpdate.waiting(database);
        return Operations.of(stock).with(DatabaseFaultScenarios.LOOK, item -> {
            database.sql("SELECT 1").query(Integer.class).single();
            return Outcome.DONE;
        });
    }
}
