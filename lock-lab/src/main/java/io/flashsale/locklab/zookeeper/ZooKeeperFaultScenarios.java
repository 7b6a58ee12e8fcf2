package io.flashsale.locklab.zookeeper;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What happens to locks on ZooKeeper. Ann is in process 1, and comes first; bob is in process 2. */
final class ZooKeeperFaultScenarios {

    private static final int WAITERS = 50;

    private ZooKeeperFaultScenarios() {}

    /** Ann is inside, and fifty wait. She leaves, and the next one comes in: how many were told? */
    static void herd(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        List<Client> waiters = IntStream.rangeClosed(1, WAITERS)
                .mapToObj(number -> context.client("waiter-" + number, 1 + number % 2))
                .toList();
        waiters.forEach(waiter -> waiter.holdAt(INSIDE).begin());
        awaitQuiet(context, WAITERS);
        long before = context.count(FailPoints.NOTIFIED);
        ann.goOn().outcome();
        awaitQuiet(context, WAITERS - 1);
        long told = context.count(FailPoints.NOTIFIED) - before;
        if (told > 1) {
            context.found(Failure.HERD, told + " were told of one release, and one of them got in");
        }
    }

    /** Waits until so many wait, and nothing has changed for a while: whoever was told has looked, and waits again. */
    private static void awaitQuiet(ScenarioContext context, int waiting) {
        long[] seen = {-1};
        context.await(waiting + " to wait", () -> {
            long watches = context.count(SingleNodeLock.WATCHES);
            boolean quiet = watches == seen[0] && watches - context.count(FailPoints.NOTIFIED) == waiting;
            seen[0] = watches;
            context.pass(Duration.ofMillis(50));
            return quiet;
        });
    }

    /** Ann and bob read at the same time; cyd wants to write, and gets in after them. */
    static void readersTogether(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Client bob = context.client("bob", 2).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Client cyd = context.client("cyd", 2).begin();
        ann.goOn().outcome();
        bob.goOn().outcome();
        if (cyd.outcome() != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "the writer waited in vain");
        }
    }
}
