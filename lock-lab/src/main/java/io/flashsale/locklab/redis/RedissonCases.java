package io.flashsale.locklab.redis;

import static io.flashsale.locklab.scheme.LockedStock.INSIDE;
import static io.flashsale.locklab.scheme.SharedStock.LOOK;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.play.Plays;
import io.flashsale.locklab.scheme.Acts;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SharedStock;
import io.flashsale.locklab.scheme.Tools;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import org.redisson.api.RedissonClient;

/** A14 and A15: the ready-made locks. */
final class RedissonCases {

    private static final String LEASE_IS_GIVEN = "lease-is-given";

    private RedissonCases() {}

    static List<Case> all() {
        return List.of(lock(), fairAndShared());
    }

    private static Case lock() {
        return Case.of("A14", Kind.LOCK, "Redisson RLock")
                .shows("Owner, watchdog, reentrancy and waiting, ready-made.")
                .guarantees("what A9, A11 and A13 do together")
                .doesNotGuarantee(
                        "anything to a process that stands still", "a watchdog to whoever gives a lease", "order")
                .scheme(
                        RedissonLock.class,
                        RedissonCases::lock,
                        Scenario.holds("enters-again", Fault.NONE, "The lock counts its entries.", Plays::entersAgain),
                        Scenario.holds("ten-wait", Fault.NONE, "Waiters are told by a message.", Plays::othersWait),
                        Scenario.holds(
                                        "watchdog",
                                        Fault.PAUSE,
                                        "No lease is given: the watchdog keeps the lock of long work.",
                                        Plays::workOutlivesLease)
                                .with("lease", 1_500)
                                .with("patience", 100),
                        Scenario.fails(
                                        "lease-too-short",
                                        Fault.PAUSE,
                                        Failure.TWO_HOLDERS,
                                        "A lease is given (RedissonLeaseLock), which switches the watchdog off, and the work"
                                                + " takes longer.",
                                        Plays::workOutlivesLease)
                                .with("lease", 200)
                                .with(LEASE_IS_GIVEN, true)
                                .curedBy("A14/watchdog"),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The watchdog dies with its process, and the lock expires.",
                                        Plays::holderDies)
                                .with("lease", 300),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.LATE_WRITE,
                                        "SIGSTOP stops Redisson's watchdog as it does ours.",
                                        Plays::holderIsPaused)
                                .with("lease", 300)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd("Right; those who wait are told."));
    }

    private static Acts lock(Tools tools) {
        RedissonClient redisson = RedissonClients.at(tools.setting("redis"), tools.lease());
        return Acts.locked(
                Boolean.parseBoolean(tools.setting(LEASE_IS_GIVEN, "false"))
                        ? new RedissonLeaseLock(redisson, tools.lease())
                        : new RedissonLock(redisson),
                tools);
    }

    private static Case fairAndShared() {
        return Case.of("A15", Kind.LOCK, "Redisson fair lock, read-write lock")
                .shows("Order of arrival; readers together, a writer alone.")
                .guarantees("the fair lock: order of arrival", "the read-write lock: readers together, a writer alone")
                .doesNotGuarantee(
                        "speed: a dead waiter holds the fair queue up", "that a writer comes in among many readers")
                .scheme(
                        RedissonFairLock.class,
                        RedissonCases::fairOrShared,
                        Scenario.holds(
                                "order-of-arrival",
                                Fault.NONE,
                                "Four wait, and come in as they came to the lock.",
                                RedissonCases::orderOfArrival),
                        Scenario.holds(
                                        "readers-together",
                                        Fault.NONE,
                                        "Two readers are inside at once; a writer waits for both (RedissonReadWriteLock).",
                                        RedissonCases::readersTogether)
                                .with("shared", true),
                        Scenario.crowd("The fair lock: right, and slower than A14.")
                                .with("patience", 20_000));
    }

    private static Acts fairOrShared(Tools tools) {
        RedissonClient redisson = RedissonClients.at(tools.setting("redis"), tools.lease());
        if (Boolean.parseBoolean(tools.setting("shared", "false"))) {
            return SharedStock.acts(
                    new SharedStock(new RedissonReadWriteLock(redisson), tools.warehouse(), tools.patience()));
        }
        return Acts.locked(new RedissonFairLock(redisson), tools);
    }

    private static void orderOfArrival(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(INSIDE).begin().awaitAt(INSIDE);
        String queue = "redisson_lock_queue:{" + stage.lock() + "}";
        List<Person> waiting = new ArrayList<>();
        for (String name : List.of("bob", "cyd", "dan", "eve")) {
            waiting.add(
                    stage.person(name, 1 + waiting.size() % 2).holdAt(INSIDE).begin());
            stage.await(
                    name + " to queue up",
                    () -> stage.lockServer().call("LLEN", queue).number() == waiting.size());
        }
        ann.goOn().outcome();
        waiting.forEach(next -> next.awaitAt(INSIDE).goOn().outcome());
    }

    private static void readersTogether(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Person bob = stage.person("bob", 2).holdAt(LOOK).begin(LOOK).awaitAt(LOOK);
        Person cyd = stage.person("cyd", 2).begin();
        stage.await(
                "cyd to wait",
                () -> !stage.lockServer().call("PUBSUB", "CHANNELS", "*").list().isEmpty());
        ann.goOn().outcome();
        bob.goOn().outcome();
        if (cyd.outcome() != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "the writer waited in vain");
        }
    }
}
