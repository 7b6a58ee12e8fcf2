package io.flashsale.locklab.zookeeper;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.Steps;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What happens to locks on ZooKeeper. Ann is in process 1, and comes first; bob is in process 2. */
final class ZooKeeperPlays {

    private static final int WAITERS = 50;

    private ZooKeeperPlays() {}

    /** Ann is inside, and fifty wait. She leaves, and the next one comes in: how many were told? */
    static void herd(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        List<Person> waiters = IntStream.rangeClosed(1, WAITERS)
                .mapToObj(number -> stage.person("waiter-" + number, 1 + number % 2))
                .toList();
        waiters.forEach(waiter -> waiter.holdAt(INSIDE).begin());
        awaitQuiet(stage, WAITERS);
        long before = stage.count(Steps.NOTIFIED);
        ann.goOn().outcome();
        awaitQuiet(stage, WAITERS - 1);
        long told = stage.count(Steps.NOTIFIED) - before;
        if (told > 1) {
            stage.found(Failure.HERD, told + " were told of one release, and one of them got in");
        }
    }

    /** Waits until so many wait, and nothing has changed for a while: whoever was told has looked, and waits again. */
    private static void awaitQuiet(Stage stage, int waiting) {
        long[] seen = {-1};
        stage.await(waiting + " to wait", () -> {
            long watches = stage.count(SingleNodeLock.WATCHES);
            boolean quiet = watches == seen[0] && watches - stage.count(Steps.NOTIFIED) == waiting;
            seen[0] = watches;
            stage.pass(Duration.ofMillis(50));
            return quiet;
        });
    }

    /** Ann and bob read at the same time; cyd wants to write, and gets in after them. */
    static void readersTogether(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Person bob = stage.person("bob", 2).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Person cyd = stage.person("cyd", 2).begin();
        ann.goOn().outcome();
        bob.goOn().outcome();
        if (cyd.outcome() != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "the writer waited in vain");
        }
    }
}
