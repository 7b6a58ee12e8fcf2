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

/** E2: a call that times out but is carried out. */
public final class CallCases {

    private static final String NAMED = "named";

    private CallCases() {}

    public static Case timedOutCall() {
        return Case.of("E2", Kind.PATH)
                .on(LabDatabase.KIND)
                .scheme(
                        NamedCall.class,
                        CallCases::called,
                        Scenario.fails(
                                        "answer-is-late",
                                        Fault.SLOW,
                                        Failure.DONE_TWICE,
                                        CallFaultScenarios::answerIsLate)
                                .curedBy("E2/answer-is-late-named"),
                        Scenario.holds("answer-is-late-named", Fault.SLOW, CallFaultScenarios::answerIsLate)
                                .with(NAMED, true),
                        Scenario.fails("server-dies", Fault.KILL, Failure.DONE_TWICE, CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .curedBy("E2/server-dies-named"),
                        Scenario.holds("server-dies-named", Fault.KILL, CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .with(NAMED, true),
                        Scenario.holds("server-dies-midway-named", Fault.KILL, CallFaultScenarios::serverDiesMidway)
                                .inProcesses(3)
                                .with(NAMED, true),
                        Scenario.holds("delayed-named", Fault.SLOW, CallFaultScenarios::firstCallIsDelayed)
                                .with(NAMED, true),
                        Scenario.fails(
                                        "server-stays-away",
                                        Fault.KILL,
                                        Failure.LOCKED_OUT,
                                        CallFaultScenarios::serverStaysAway)
                                .with(NAMED, true));
    }

    private static Operations called(SchemeContext context) throws IOException {
        boolean named = context.isSet(NAMED);
        CalledStock stock = new CalledStock(context, named ? NamedCall::new : RetriedCall::new);
        return Operations.of(stock).with(CalledStock.START_SERVER, item -> stock.startServer());
    }
}
