package io.flashsale.locklab.path.order;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import java.util.List;
import java.util.stream.Stream;

/** What happens to two requests of one user. */
final class OrderFaultScenarios {

    private OrderFaultScenarios() {}

    /** Two requests of ann, in two processes; the second one looks before the first has inserted. */
    static void twoRequests(ScenarioContext context) {
        List<Client> requests = Stream.of(context.client("ann-1", 1), context.client("ann-2", 2))
                .filter(request ->
                        request.holdAt(CheckThenInsert.CHECKED).begin().arrivesAt(CheckThenInsert.CHECKED))
                .toList();
        requests.forEach(Client::goOn);
        requests.forEach(Client::outcome);
        countOrders(context);
    }

    /** The first request of ann has given its lock back, and stands still; the second one comes. */
    static void unlocked(ScenarioContext context) {
        Client first =
                context.client("ann-1", 1).holdAt(UnlockThenCommit.UNLOCKED).begin();
        first.awaitAt(UnlockThenCommit.UNLOCKED);
        context.client("ann-2", 2).begin().outcome();
        first.goOn().outcome();
        countOrders(context);
    }

    private static void countOrders(ScenarioContext context) {
        int orders = context.backend(LabDatabase.KIND)
                .sql()
                .sql("SELECT COUNT(*) FROM placed_order WHERE item = ?")
                .param(context.item())
                .query(Integer.class)
                .single();
        if (orders != 1) {
            context.found(Failure.SECOND_ORDER, "ann has " + orders + " orders where one is allowed");
        }
    }
}
