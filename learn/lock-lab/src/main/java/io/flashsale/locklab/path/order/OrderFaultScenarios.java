package io.flashsale.locklab.path.order;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/** Scripts in which two requests of one user overlap. */
final class OrderFaultScenarios {

    private OrderFaultScenarios() {}

    /** Ann sends two requests, in two processes. The second arrives before the first has inserted. */
    static void twoRequests(ScenarioContext context) {
        List<Client> requests = List.of(request(context, 1), request(context, 2));
        requests.stream()
                .filter(request ->
                        request.holdAt(CheckThenInsert.CHECKED).begin().arrivesAt(CheckThenInsert.CHECKED))
                .toList()
                .forEach(Client::goOn);
        if (requests.stream().map(Client::outcome).toList().stream().anyMatch(OrderFaultScenarios::isRefusal)) {
            context.met();
        }
        countOrders(context);
    }

    /** Ann's second request arrives while the first is inside, and again after the first has unlocked. */
    static void unlocked(ScenarioContext context) {
        Client first = request(context, 1);
        first.holdAt(CheckThenInsert.CHECKED).begin().awaitAt(CheckThenInsert.CHECKED);
        Client second = request(context, 2);
        if (isRefusal(second.buy())) {
            context.met();
        }
        first.holdAt(UnlockThenCommit.UNLOCKED).goOn().awaitAt(UnlockThenCommit.UNLOCKED);
        second.buy();
        first.goOn().outcome();
        countOrders(context);
    }

    /** One of Ann's requests. She wants one order, however many requests she sends. */
    private static Client request(ScenarioContext context, int number) {
        return context.client("ann-" + number, number).needNotBeServed();
    }

    private static boolean isRefusal(Outcome outcome) {
        return outcome == Outcome.BUSY || outcome == Outcome.REFUSED;
    }

    private static void countOrders(ScenarioContext context) {
        int orders = context.backend(LabDatabase.KIND)
                .sql()
                .sql("SELECT COUNT(*) FROM placed_order WHERE item = ?")
                .param(context.item())
                .query(Integer.class)
                .single();
        if (orders > 1) {
            context.found(Failure.SECOND_ORDER, "orders-of-one", orders);
        } else if (orders < 1) {
            context.found(Failure.UNDERSOLD, "no-order");
        }
    }
}
