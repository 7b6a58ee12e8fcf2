package io.flashsale.locklab.jvm;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import java.util.List;
import java.util.stream.IntStream;

/** A1 and A2: no lock, and a lock that ends at the process. */
public final class JvmCases {

    private JvmCases() {}

    public static List<Case> all() {
        return List.of(
                Case.of("A1", Kind.STOCK, "Read, test, write")
                        .shows("The race itself: GET, minus one, SET.")
                        .doesNotGuarantee("that a unit is sold once, as soon as there are two buyers")
                        .scheme(
                                ReadTestWrite.class,
                                context -> Operations.of(new ReadTestWrite(context.resource())),
                                Scenario.fails(
                                                "all-read-first",
                                                Fault.NONE,
                                                Failure.OVERSOLD,
                                                "Five buyers are held between reading and writing until all have read"
                                                        + " 100; then all write 99.",
                                                JvmCases::allReadFirst)
                                        .curedBy("A3/one-at-a-time"),
                                Scenario.crowdThatMayFail(
                                        Failure.OVERSOLD,
                                        "The same race, unaided: chance decides how often it is lost.")),
                Case.of("A2", Kind.LOCK, "JVM monitor (synchronized)")
                        .shows("Right inside one JVM, and worth nothing between two.")
                        .guarantees("one thread of a process at a time", "release whatever happens", "reentrancy")
                        .doesNotGuarantee("anything between two processes")
                        .scheme(
                                MonitorLock.class,
                                JvmCases::monitor,
                                Scenario.fails(
                                                "two-processes",
                                                Fault.NONE,
                                                Failure.OVERSOLD,
                                                "Each process has a monitor of its own: a buyer in the second one walks"
                                                        + " in while the first has read and not yet written.",
                                                context -> secondComesIn(context, 2))
                                        .curedBy("A2/one-process"),
                                Scenario.holds(
                                                "one-process",
                                                Fault.NONE,
                                                "Both buyers are in one process: the second waits at the monitor.",
                                                JvmCases::secondWaits)
                                        .inProcesses(1),
                                Scenario.crowdThatMayFail(
                                                Failure.OVERSOLD,
                                                "In one process nothing goes wrong; with two or more the race is back.")
                                        .tolerating(Failure.TWO_HOLDERS, Failure.STALE_WRITE)));
    }

    private static Operations monitor(SchemeContext context) {
        return Operations.locked(new MonitorLock(), context);
    }

    /** The barrier between read and write. */
    private static void allReadFirst(ScenarioContext context) {
        List<Client> buyers = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> context.client("buyer-" + number, 1 + number % 2))
                .toList();
        buyers.forEach(buyer -> buyer.holdAt(INSIDE).begin());
        buyers.forEach(buyer -> buyer.awaitAt(INSIDE));
        buyers.forEach(Client::goOn);
        buyers.forEach(Client::outcome);
    }

    private static void secondComesIn(ScenarioContext context, int process) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Client bob = context.client("bob", process).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    private static void secondWaits(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Client bob = context.client("bob", 1).begin();
        ann.goOn().outcome();
        bob.outcome();
    }
}
