package io.flashsale.locklab.redis.redisson;

import static io.flashsale.locklab.catalogue.Fault.KILL;
import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.PAUSE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.STALE_WRITE;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
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
        return Case.of("A14", Kind.LOCK)
                .waitingShows(RedissonCases::somebodySubscribed)
                .scheme(
                        RedissonLock.class,
                        RedissonCases::lock,
                        holds("enters-again", NONE, FaultScenarios::entersAgain),
                        holds("ten-wait", NONE, FaultScenarios::othersWait).with("timeout", 60_000),
                        holds("watchdog", SLOW, FaultScenarios::workOutlivesLease)
                                .with("lease", 9_000)
                                .with("timeout", 100),
                        fails("lease-too-short", SLOW, TWO_HOLDERS, FaultScenarios::workOutlivesLease)
                                .with("lease", 200)
                                .with(LEASE_IS_GIVEN, true)
                                .curedBy("A14/watchdog"),
                        holds("holder-dies", KILL, FaultScenarios::holderDies).with("lease", 1_500),
                        fails("paused-holder", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                                .with("lease", 1_500)
                                .tolerating(Failure.EXCEPTION) // unlock() throws, after the write
                                .curedBy("A17/paused-holder"),
                        Scenario.crowd());
    }

    private static Operations lock(SchemeContext context) {
        RedissonClient redisson = traced(context);
        return Operations.locked(
                context.isSet(LEASE_IS_GIVEN)
                        ? new RedissonLeaseLock(redisson, context.lease())
                        : new RedissonLock(redisson),
                context);
    }

    private static RedissonClient traced(SchemeContext context) {
        String address = context.setting("redis");
        return TracedRedisson.of(RedissonClients.at(address, context.lease()), address);
    }

    private static Case fairAndShared() {
        return Case.of("A15", Kind.LOCK)
                .waitingShows(RedissonCases::somebodySubscribed)
                .scheme(
                        RedissonFairLock.class,
                        RedissonCases::fairOrShared,
                        holds("order-of-arrival", NONE, RedissonCases::orderOfArrival),
                        holds("readers-together", NONE, FaultScenarios::readersTogether)
                                .with("shared", true),
                        Scenario.crowd().with("timeout", 20_000));
    }

    private static Operations fairOrShared(SchemeContext context) {
        RedissonClient redisson = traced(context);
        if (context.isSet("shared")) {
            return SharedStock.operations(
                    new SharedStock(new RedissonReadWriteLock(redisson), context.resource(), context.timeout()));
        }
        return Operations.locked(new RedissonFairLock(redisson), context);
    }

    /** Waiters subscribe to the lock's channel. */
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
                context.found(Failure.OVERTAKEN, "no-place-in-queue", name);
            }
        }
        ann.goOn().outcome();
        FaultScenarios.getInInOrder(context, waiting);
    }
}
