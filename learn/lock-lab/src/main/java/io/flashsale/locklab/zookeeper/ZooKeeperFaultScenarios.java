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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Faults of locks on ZooKeeper. Ann arrives first, in process 1; Bob is in process 2. */
final class ZooKeeperFaultScenarios {

    private static final int WAITERS = 50;
    private static final int READERS = 5;
    private static final Duration A_WHILE = Duration.ofMillis(700);

    private ZooKeeperFaultScenarios() {}

    /** Ann is inside and fifty wait. She leaves and the next client gets in. Counts the notified waiters. */
    static void herd(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        List<Client> waiters = clients(context, "waiter-", WAITERS);
        waiters.forEach(waiter -> waiter.holdAt(INSIDE).begin());
        countTold(context, ann, waiters);
    }

    /**
     * Ann writes, Bob is the next writer, and five readers arrive after Bob. When Ann leaves, only Bob is notified.
     * When Bob leaves, all five read together.
     */
    static void readersBehindAWriter(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        List<Client> readers = clients(context, "reader-", READERS);
        readers.forEach(reader -> reader.holdAt(LOOK).begin(LOOK));
        List<Client> waiting = Stream.concat(Stream.of(bob), readers.stream()).toList();
        countTold(context, ann, waiting);
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

    private static List<Client> clients(ScenarioContext context, String name, int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(each -> context.client(name + each, 1 + each % 2))
                .toList();
    }

    /** The holder leaves while these wait. Only one of them can get in, so it is a finding if more were notified. */
    private static void countTold(ScenarioContext context, Client holder, List<Client> waiting) {
        if (!awaitQuiet(context, waiting, 0)) {
            return; // a client is inside beside the holder, and the journal shows it
        }
        context.met();
        long before = context.count(FailPoints.NOTIFIED);
        holder.goOn().outcome();
        awaitQuiet(context, waiting, 1);
        long told = context.count(FailPoints.NOTIFIED) - before;
        if (told > 1) {
            context.found(Failure.HERD, "all-were-told", told);
        }
    }

    /**
     * Waits until this many have got in, all others wait, and nothing has changed for a while. By then each notified
     * client has looked and waits again. Returns false if more got in.
     */
    private static boolean awaitQuiet(ScenarioContext context, List<Client> clients, int in) {
        long[] seen = {-1};
        context.await(clients.size() - in + " to wait", () -> {
            if (clients.stream().filter(Client::isThere).count() > in) {
                return true;
            }
            long waits = context.count(FailPoints.WAITS);
            boolean quiet = waits == seen[0] && waits - context.count(FailPoints.NOTIFIED) == clients.size() - in;
            seen[0] = waits;
            context.pass(Duration.ofMillis(50));
            return quiet;
        });
        return clients.stream().filter(Client::isThere).count() <= in;
    }
}
