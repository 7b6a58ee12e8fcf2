package io.flashsale.locklab.path.call;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;

/** Faults of a call. */
final class CallFaultScenarios {

    private CallFaultScenarios() {}

    /** The server takes a unit for Ann, commits, and responds after the time-out. */
    static void answerIsLate(ScenarioContext context) {
        context.client("starter", 2).begin(CalledStock.START_SERVER).outcome();
        Client server = context.client(StockHttpServer.THREAD, 2).holdAt(IdempotentLedger.COMMITTED);
        Client ann = context.client("ann", 1).begin();
        server.awaitAt(IdempotentLedger.COMMITTED);
        checkTakenOnce(context, ann.outcome());
        server.goOn();
    }

    /** The server takes a unit for Ann, commits, and is killed before it responds. Another server is announced. */
    static void serverDies(ScenarioContext context) {
        context.client("starter", 2).begin(CalledStock.START_SERVER).outcome();
        Client server = context.client(StockHttpServer.THREAD, 2).holdAt(IdempotentLedger.COMMITTED);
        Client ann = context.client("ann", 1).begin();
        server.awaitAt(IdempotentLedger.COMMITTED);
        context.kill(server);
        context.client("second-starter", 3).begin(CalledStock.START_SERVER).outcome();
        checkTakenOnce(context, ann.outcome());
    }

    /** The server takes a unit for Ann, commits, and is killed before it responds. No other server starts. */
    static void serverStaysAway(ScenarioContext context) {
        context.client("starter", 2).begin(CalledStock.START_SERVER).outcome();
        Client server = context.client(StockHttpServer.THREAD, 2).holdAt(IdempotentLedger.COMMITTED);
        Client ann = context.client("ann", 1).begin();
        server.awaitAt(IdempotentLedger.COMMITTED);
        context.kill(server);
        checkTakenOnce(context, ann.outcome());
    }

    private static void checkTakenOnce(ScenarioContext context, Outcome outcome) {
        int left = context.backend(LabDatabase.KIND)
                .sql()
                .sql("SELECT available FROM stock WHERE item = ?")
                .param(context.item())
                .query(Integer.class)
                .single();
        int taken = context.sizes().stock() - left;
        if (context.count(NamedCall.LOOKS_UP) + context.count(FailPoints.RETRIED) > 0) {
            context.met(); // the call took effect without a response, and was looked up or repeated
        }
        if (taken > 1) {
            context.found(Failure.DONE_TWICE, "taken-twice", taken);
        }
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "taken-and-not-told", outcome);
        }
    }
}
