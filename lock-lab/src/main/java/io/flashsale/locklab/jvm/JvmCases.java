package io.flashsale.locklab.jvm;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scheme.Acts;
import io.flashsale.locklab.scheme.Tools;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
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
                                tools -> Acts.of(new ReadTestWrite(tools.warehouse())),
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
                                                stage -> secondComesIn(stage, 2))
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
                                        .tolerating(Failure.TWO_HOLDERS, Failure.LATE_WRITE)));
    }

    private static Acts monitor(Tools tools) {
        return Acts.locked(new MonitorLock(), tools);
    }

    /** The barrier between read and write. */
    private static void allReadFirst(Stage stage) {
        List<Person> buyers = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> stage.person("buyer-" + number, 1 + number % 2))
                .toList();
        buyers.forEach(buyer -> buyer.holdAt(INSIDE).begin());
        buyers.forEach(buyer -> buyer.awaitAt(INSIDE));
        buyers.forEach(Person::goOn);
        buyers.forEach(Person::outcome);
    }

    private static void secondComesIn(Stage stage, int process) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Person bob = stage.person("bob", process).holdAt(INSIDE).begin().awaitAt(INSIDE);
        ann.goOn().outcome();
        bob.goOn().outcome();
    }

    private static void secondWaits(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        Person bob = stage.person("bob", 1).begin();
        ann.goOn().outcome();
        bob.outcome();
    }
}
