package io.flashsale.locklab.database;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.FAILED_UPDATES;
import static io.flashsale.locklab.scenario.Failure.POOL_EXHAUSTED;
import static io.flashsale.locklab.scenario.Failure.UNNOTICED_CHANGE;

import io.flashsale.locklab.catalogue.Case;
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
                        fails("slow-holder", SLOW, POOL_EXHAUSTED, DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .tolerating(Failure.EXCEPTION) // of the pool
                                .curedBy("D3/slow-holder-nowait"),
                        holds("slow-holder-nowait", SLOW, DatabaseFaultScenarios::slowHolder)
                                .inProcesses(1)
                                .with(Database.POOL, 3)
                                .with(Database.POOL_TIMEOUT, 300)
                                .with(NOWAIT, true),
                        holds("holder-dies", KILL, DatabaseFaultScenarios::holderOfARowDies),
                        Scenario.crowd());
    }

    private static Case comparedValue() {
        return onRow(
                "D4",
                ComparedValue.class,
                ComparedValue::new,
                fails("value-comes-back", NONE, UNNOTICED_CHANGE, DatabaseFaultScenarios::valueComesBack)
                        .inProcesses(1)
                        .curedBy("D5/value-comes-back"),
                Scenario.crowd());
    }

    private static Case version() {
        return onRow(
                "D5",
                VersionedUpdate.class,
                VersionedUpdate::new,
                holds("value-comes-back", NONE, DatabaseFaultScenarios::valueComesBack)
                        .inProcesses(1),
                fails("all-read-first", NONE, FAILED_UPDATES, DatabaseFaultScenarios::allReadFirst)
                        .curedBy("D6/all-read-first"),
                fails("always-too-late", NONE, FAILED_UPDATES, DatabaseFaultScenarios::alwaysTooLate)
                        .inProcesses(1)
                        .curedBy("D6/always-too-late"),
                Scenario.crowd());
    }

    private static Case versionThenLock() {
        return onRow(
                "D6",
                VersionThenLock.class,
                VersionThenLock::new,
                holds("all-read-first", NONE, DatabaseFaultScenarios::allReadFirst),
                holds("always-too-late", NONE, DatabaseFaultScenarios::alwaysTooLate)
                        .inProcesses(1),
                Scenario.crowd());
    }

    private static Case conditional() {
        return onRow(
                "D7",
                ConditionalUpdate.class,
                ConditionalUpdate::new,
                holds("five-at-once", NONE, DatabaseFaultScenarios::fiveAtOnce),
                holds("statements", NONE, DatabaseFaultScenarios::countStatementsAndLockTheRow)
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
