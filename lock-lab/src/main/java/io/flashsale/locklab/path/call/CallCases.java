package io.flashsale.locklab.path.call;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.io.IOException;

/** E2: a call that timed out, and was carried out. */
public final class CallCases {

    private static final String NAMED = "named";

    private CallCases() {}

    public static Case timedOutCall() {
        return Case.of("E2", Kind.PATH, "A call with an operation id")
                .shows("A call that timed out, and was carried out.")
                .guarantees("with an id: a call that is repeated takes effect once", "the caller learns what was done")
                .doesNotGuarantee("an answer while the other side does not answer at all")
                .on(LabDatabase.KIND)
                .scheme(
                        NamedCall.class,
                        CallCases::called,
                        Scenario.fails(
                                        "answer-is-late",
                                        Fault.SLOW,
                                        Failure.DONE_TWICE,
                                        "Without an id (RetriedCall) the second call is a new one.",
                                        CallFaultScenarios::answerIsLate)
                                .curedBy("E2/answer-is-late-named"),
                        Scenario.holds(
                                        "answer-is-late-named",
                                        Fault.SLOW,
                                        "The caller looks up what became of the operation, and learns that it was done.",
                                        CallFaultScenarios::answerIsLate)
                                .with(NAMED, true),
                        Scenario.fails(
                                        "server-dies",
                                        Fault.KILL,
                                        Failure.DONE_TWICE,
                                        "The stock's process dies between commit and answer; the next one knows nothing"
                                                + " of the call.",
                                        CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .curedBy("E2/server-dies-named"),
                        Scenario.holds(
                                        "server-dies-named",
                                        Fault.KILL,
                                        "Redis was not told any more; the row in stock_flow was committed with the stock.",
                                        CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .with(NAMED, true),
                        Scenario.fails(
                                        "server-stays-away",
                                        Fault.KILL,
                                        Failure.LOCKED_OUT,
                                        "No other server comes: the unit is taken, and the caller, who looks again and again,"
                                                + " can be told neither yes nor no.",
                                        CallFaultScenarios::serverStaysAway)
                                .with(NAMED, true));
    }

    private static Operations called(SchemeContext context) throws IOException {
        boolean named = Boolean.parseBoolean(context.setting(NAMED, "false"));
        CalledStock stock = new CalledStock(context, named ? NamedCall::new : RetriedCall::new);
        return Operations.of(stock).with(CalledStock.START_SERVER, item -> stock.startServer());
    }
}
