package io.flashsale.locklab.judging;

import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.text.Texts;

/** Scripts for a contributed purchase. */
final class PurchaseScripts {

    private PurchaseScripts() {}

    /** Ann's order was carried out and arrives again, as after a lost response. Then Bob orders. */
    static void orderComesTwice(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        expect(context, ann.buy(), Outcome.TAKEN, "anns");
        expect(context, ann.begin(OwnScheme.REPEAT).outcome(), Outcome.DONE, "again");
        context.met();
        expect(context, context.client("bob", 2).buy(), Outcome.TAKEN, "bobs");
    }

    /** The first goods have one more unit than the second: the last buyer must get neither. */
    static void soldOutInTheMiddle(ScenarioContext context) {
        for (int number = 1; number <= context.sizes().stock(); number++) {
            expect(context, context.client("early-" + number, 1).buy(), Outcome.TAKEN, "in-time");
        }
        Client late = context.client("late", 2).needNotBeServed();
        expect(context, late.buy(), Outcome.SOLD_OUT, "too-late");
        context.met();
    }

    private static void expect(ScenarioContext context, Outcome seen, Outcome wanted, String which) {
        if (seen != wanted) {
            context.found(
                    wanted == Outcome.SOLD_OUT ? Failure.OVERSOLD : Failure.LOCKED_OUT,
                    "order-answered",
                    Texts.of("order." + which),
                    seen);
        }
    }
}
