package io.flashsale.locklab.path.call;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.io.IOException;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Faults of a call. */
final class CallFaultScenarios {

    private CallFaultScenarios() {}

    /** The server takes a unit for Ann, commits, and responds after the time-out. */
    static void answerIsLate(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        Client server = calledAndHeldAt(IdempotentLedger.COMMITTED, context, ann);
        checkTakenOnce(context, ann.outcome());
        server.goOn();
    }

    /** The server takes a unit for Ann, commits, and is killed before it responds. Another server is announced. */
    static void serverDies(ScenarioContext context) {
        serverDiesAt(IdempotentLedger.COMMITTED, context);
    }

    /** As before, but the server has named the operation and taken nothing yet, and both vanish with it. */
    static void serverDiesMidway(ScenarioContext context) {
        serverDiesAt(IdempotentLedger.FLOW_WRITTEN, context);
    }

    private static void serverDiesAt(String step, ScenarioContext context) {
        Client ann = context.client("ann", 1);
        context.kill(calledAndHeldAt(step, context, ann));
        context.client("second-starter", 3).begin(CalledStock.START_SERVER).outcome();
        checkTakenOnce(context, ann.outcome());
    }

    /** The server takes a unit for Ann, commits, and is killed before it responds. No other server starts. */
    static void serverStaysAway(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        context.kill(calledAndHeldAt(IdempotentLedger.COMMITTED, context, ann));
        checkTakenOnce(context, ann.outcome());
    }

    /**
     * Ann's first call reaches the database after her second one. Then the network delivers it once more, and again
     * when Redis has forgotten it.
     */
    static void firstCallIsDelayed(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        Client server = calledAndHeldAt(IdempotentLedger.UNKNOWN_TO_REDIS, context, ann);
        Outcome outcome = ann.outcome();
        server.goOn();
        context.await("all calls to end", () -> {
            long calls = context.count(IdempotentLedger.UNKNOWN_TO_REDIS);
            return calls > 1 && context.count(IdempotentLedger.COMMITTED) == calls;
        });
        checkTakenOnce(context, outcome);
        String operation = sql(context, "SELECT MIN(operation) FROM stock_flow WHERE item = ?")
                .query(String.class)
                .single();
        long asked = context.count(IdempotentLedger.UNKNOWN_TO_REDIS);
        deliver(context, operation);
        if (context.count(IdempotentLedger.UNKNOWN_TO_REDIS) > asked) {
            context.found(Failure.COSTLY, "known-and-asked-again");
        }
        context.lockServer().call("DEL", "operation:" + operation);
        checkTakenOnce(context, deliver(context, operation));
    }

    private static Outcome deliver(ScenarioContext context, String operation) {
        try {
            return new StockHttpClient(context.lockServer(), Duration.ofMinutes(1))
                    .deduct(context.item(), 1, operation);
        } catch (IOException e) {
            throw new ScenarioException("the stock does not answer: " + e.getMessage());
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    /** Ann calls; returns the server, held at this step of her call. */
    private static Client calledAndHeldAt(String step, ScenarioContext context, Client ann) {
        Client server = context.client(StockHttpServer.THREAD, 2).holdAt(step);
        // The same process hears this after the step, so it knows the step when Ann calls.
        context.client("starter", 2).begin(CalledStock.START_SERVER).outcome();
        ann.begin();
        return server.awaitAt(step);
    }

    private static JdbcClient.StatementSpec sql(ScenarioContext context, String statement) {
        return context.backend(LabDatabase.KIND).sql().sql(statement).param(context.item());
    }

    private static void checkTakenOnce(ScenarioContext context, Outcome outcome) {
        int left = sql(context, "SELECT available FROM stock WHERE item = ?")
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
