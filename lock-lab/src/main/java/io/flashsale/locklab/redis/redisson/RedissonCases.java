package io.flashsale.locklab.redis.redisson;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.SharedStock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.redisson.api.RedissonClient;

/** A14 and A15: the ready-made locks. */
public final class RedissonCases {

    private static final String LEASE_IS_GIVEN = "lease-is-given";
    private static final Duration QUEUES_WITHIN = Duration.ofSeconds(5);

    private RedissonCases() {}

    public static List<Case> all() {
        return List.of(lock(), fairAndShared());
    }

    private static Case lock() {
        return Case.of("A14", Kind.LOCK, "Redisson RLock")
                .shows("Owner, watchdog, reentrancy and waiting, ready-made.")
                .guarantees("what A9, A11 and A13 do together")
                .doesNotGuarantee(
                        "anything to a process that stands still", "a watchdog to whoever gives a lease", "order")
                .waitingShows(RedissonCases::somebodySubscribed)
                .scheme(
                        RedissonLock.class,
                        RedissonCases::lock,
                        Scenario.holds(
                                "enters-again",
                                Fault.NONE,
                                "The lock counts its entries.",
                                FaultScenarios::entersAgain),
                        Scenario.holds(
                                "ten-wait", Fault.NONE, "Waiters are told by a message.", FaultScenarios::othersWait),
                        Scenario.holds(
                                        "watchdog",
                                        Fault.SLOW,
                                        "No lease is given: the watchdog keeps the lock of long work.",
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 1_500)
                                .with("timeout", 100),
                        Scenario.fails(
                                        "lease-too-short",
                                        Fault.SLOW,
                                        Failure.TWO_HOLDERS,
                                        "A lease is given (RedissonLeaseLock), which switches the watchdog off, and the work"
                                                + " takes longer.",
                                        FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .with(LEASE_IS_GIVEN, true)
                                .curedBy("A14/watchdog"),
                        Scenario.holds(
                                        "holder-dies",
                                        Fault.KILL,
                                        "The watchdog dies with its process, and the lock expires.",
                                        FaultScenarios::holderDies)
                                .with("lease", 1_500),
                        Scenario.fails(
                                        "paused-holder",
                                        Fault.PAUSE,
                                        Failure.STALE_WRITE,
                                        "SIGSTOP stops Redisson's watchdog as it does ours.",
                                        FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd("Right; those who wait are told."));
    }

    private static Operations lock(SchemeContext context) {
        RedissonClient redisson = traced(context);
        return Operations.locked(
                Boolean.parseBoolean(context.setting(LEASE_IS_GIVEN, "false"))
                        ? new RedissonLeaseLock(redisson, context.lease())
                        : new RedissonLock(redisson),
                context);
    }

    private static RedissonClient traced(SchemeContext context) {
        String address = context.setting("redis");
        return TracedRedisson.of(RedissonClients.at(address, context.lease()), address);
    }

    private static Case fairAndShared() {
        return Case.of("A15", Kind.LOCK, "Redisson fair lock, read-write lock")
                .shows("Order of arrival; readers together, a writer alone.")
                .guarantees("the fair lock: order of arrival", "the read-write lock: readers together, a writer alone")
                .doesNotGuarantee(
                        "speed: a dead waiter holds the fair queue up", "that a writer comes in among many readers")
                .waitingShows(RedissonCases::somebodySubscribed)
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
                                        FaultScenarios::readersTogether)
                                .with("shared", true),
                        Scenario.crowd("The fair lock: right, and slower than A14.")
                                .with("timeout", 20_000));
    }

    private static Operations fairOrShared(SchemeContext context) {
        RedissonClient redisson = traced(context);
        if (Boolean.parseBoolean(context.setting("shared", "false"))) {
            return SharedStock.operations(
                    new SharedStock(new RedissonReadWriteLock(redisson), context.resource(), context.timeout()));
        }
        return Operations.locked(new RedissonFairLock(redisson), context);
    }

    /** Whoever waits listens to the channel of the lock. */
    private static boolean somebodySubscribed(ScenarioContext context) {
        return !context.lockServer().call("PUBSUB", "CHANNELS", "*").list().isEmpty();
    }

    private static void orderOfArrival(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        String queue = "redisson_lock_queue:{" + context.lock() + "}";
        List<Client> waiting = new ArrayList<>();
        for (String name : List.of("bob", "cyd", "dan", "eve")) {
            Client next = context.client(name, 1 + waiting.size() % 2);
            boolean met = context.meets(next);
            waiting.add(next);
            int inLine = met ? waiting.size() : -1;
            long until = System.nanoTime() + QUEUES_WITHIN.toNanos();
            context.await(
                    name + " to queue up",
                    () -> context.lockServer().call("LLEN", queue).number() == inLine
                            || next.hasNews()
                            || System.nanoTime() > until);
            if (context.lockServer().call("LLEN", queue).number() != inLine) {
                context.found(Failure.OVERTAKEN, name + " waits, and has no place in the queue");
            }
        }
        ann.goOn().outcome();
        FaultScenarios.getInInOrder(context, waiting);
    }
}
