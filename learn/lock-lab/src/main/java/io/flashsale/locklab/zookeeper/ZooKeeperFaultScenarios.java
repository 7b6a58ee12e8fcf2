package io.flashsale.locklab.zookeeper;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Faults of locks on ZooKeeper. Ann arrives first, in process 1; Bob is in process 2. */
final class ZooKeeperFaultScenarios {

    private static final int WAITERS = 50;
    private static final int READERS = 5;
    private static final Duration A_WHILE = Duration.ofMillis(700);

    private ZooKeeperFaultScenarios() {}

    /** Ann is inside and fifty wait. She leaves and the next client gets in. Counts the notified waiters. */
    static void herd(ScenarioContext context) {
        FaultScenarios.oneIsWoken(context, WAITERS, FailPoints.NOTIFIED, 1, () -> true);
    }

    /**
     * Ann writes, Bob is the next writer, and five readers arrive after Bob. When Ann leaves, only Bob is notified.
     * When Bob leaves, all five read together.
     */
    static void readersBehindAWriter(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        List<Client> readers = FaultScenarios.clients(context, "reader-", READERS);
        readers.forEach(reader -> reader.holdAt(LOOK).begin(LOOK));
        List<Client> waiting = Stream.concat(Stream.of(bob), readers.stream()).toList();
        FaultScenarios.countWoken(context, ann, waiting, FailPoints.NOTIFIED, 1, () -> true);
        readers.stream()
                .filter(Client::isThere)
                .forEach(reader -> context.found(Failure.OVERTAKEN, "reads-too-early", reader.name()));
        FaultScenarios.getsIn(context, bob, "ann-left");
        context.await(
                "all readers to be inside, or to wait for each other",
                () -> readers.stream().allMatch(Client::isThere) || waitForEachOther(context, readers));
        if (!readers.stream().allMatch(Client::isThere)) {
            context.found(Failure.LOCKED_OUT, "readers-wait");
        }
    }

    /** Whether some readers wait although others are inside, and this does not change for a while. */
    private static boolean waitForEachOther(ScenarioContext context, List<Client> readers) {
        long inside = readers.stream().filter(Client::isThere).count();
        context.pass(A_WHILE);
        return inside > 0 && inside == readers.stream().filter(Client::isThere).count();
    }

    /** Ann's session expires in a pause and Bob gets in. Ann, whose JVM still counts her entry, enters again. */
    static void entersAgainTooLate(ScenarioContext context) {
        Client ann = context.client("ann", 1)
                .needNotBeServed()
                .holdAt(LockedStock.BUY_INSIDE)
                .begin(LockedStock.BUY_INSIDE)
                .awaitAt(LockedStock.BUY_INSIDE);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        ann.process().pause();
        bob.awaitAt(INSIDE);
        ann.process().resume();
        ann.goOn().outcome();
        bob.goOn().outcome();
    }
}
