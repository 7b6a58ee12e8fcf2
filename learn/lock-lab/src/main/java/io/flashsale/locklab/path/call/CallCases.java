package io.flashsale.locklab.path.call;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.DONE_TWICE;
import static io.flashsale.locklab.scenario.Failure.LOCKED_OUT;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.database.LabDatabase;
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
                        fails("answer-is-late", SLOW, DONE_TWICE, CallFaultScenarios::answerIsLate)
                                .curedBy("E2/answer-is-late-named"),
                        holds("answer-is-late-named", SLOW, CallFaultScenarios::answerIsLate)
                                .with(NAMED, true),
                        fails("server-dies", KILL, DONE_TWICE, CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .curedBy("E2/server-dies-named"),
                        holds("server-dies-named", KILL, CallFaultScenarios::serverDies)
                                .inProcesses(3)
                                .with(NAMED, true),
                        holds("server-dies-midway-named", KILL, CallFaultScenarios::serverDiesMidway)
                                .inProcesses(3)
                                .with(NAMED, true),
                        holds("delayed-named", SLOW, CallFaultScenarios::firstCallIsDelayed)
                                .with(NAMED, true),
                        fails("server-stays-away", KILL, LOCKED_OUT, CallFaultScenarios::serverStaysAway)
                                .with(NAMED, true));
    }

    private static Operations called(SchemeContext context) throws IOException {
        boolean named = context.isSet(NAMED);
        CalledStock stock = new CalledStock(context, named ? NamedCall::new : RetriedCall::new);
        return Operations.of(stock).with(CalledStock.START_SERVER, item -> stock.startServer());
    }
}
