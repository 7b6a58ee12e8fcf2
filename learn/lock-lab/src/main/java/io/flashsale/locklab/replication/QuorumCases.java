package io.flashsale.locklab.replication;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.fault.Successions;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** B3 and B4: the lock on several independent servers. */
public final class QuorumCases {

    private static final String READY_MADE = "ready-made";

    /** How long each server may take to answer: long enough for a slow machine. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofMillis(500);

    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    private QuorumCases() {}

    public static List<Case> all() {
        return List.of(everyServer(), majority());
    }

    private static Case everyServer() {
        return Case.of("B3", Kind.LOCK)
                .on(FiveMasters.KIND)
                .waitingShows(context -> context.backend(FiveMasters.KIND).somebodySubscribed())
                .scheme(
                        MultiLock.class,
                        context -> Operations.locked(
                                context.isSet(READY_MADE)
                                        ? RedissonQuorumLock.everyServer(addresses(context), context.lease())
                                        : new MultiLock(servers(context), context.lease()),
                                context),
                        ReplicationCases.oneAtATime(),
                        Scenario.holds(
                                "server-dies-meanwhile",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverDiesMeanwhile),
                        Scenario.fails(
                                        "one-down",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        ReplicationFaultScenarios::secondIsDown)
                                .curedBy("B4/one-down"),
                        Scenario.fails(
                                        "one-down-ready-made",
                                        Fault.SERVER_KILL,
                                        Failure.LOCKED_OUT,
                                        ReplicationFaultScenarios::secondIsDown)
                                .with(READY_MADE, true)
                                .with("timeout", 1_000)
                                .inProcesses(1)
                                .curedBy("B4/one-down-ready-made"),
                        Scenario.crowd());
    }

    private static Case majority() {
        return Case.of("B4", Kind.LOCK)
                .on(FiveMasters.KIND)
                .waitingShows(context -> context.backend(FiveMasters.KIND).somebodySubscribed())
                .scheme(
                        RedLock.class,
                        QuorumCases::majorityLock,
                        Stream.of(withServersDown(), withTimeOrMemoryLost())
                                .flatMap(List::stream)
                                .toArray(Scenario[]::new));
    }

    private static List<Scenario> withServersDown() {
        return List.of(
                ReplicationCases.oneAtATime(),
                Scenario.holds(
                                "server-dies-meanwhile",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverDiesMeanwhile)
                        .with("timeout", 300),
                Scenario.holds("one-down", Fault.SERVER_KILL, ReplicationFaultScenarios::secondIsDown),
                Scenario.holds(
                        "two-down",
                        Fault.SERVER_KILL,
                        context -> ReplicationFaultScenarios.serversDown(context, List.of(2, 4))),
                Scenario.fails(
                                "three-down",
                                Fault.SERVER_KILL,
                                Failure.LOCKED_OUT,
                                context -> ReplicationFaultScenarios.serversDown(context, List.of(1, 2, 4)))
                        .with("timeout", 300),
                Scenario.holds("one-down-ready-made", Fault.SERVER_KILL, ReplicationFaultScenarios::secondIsDown)
                        .with(READY_MADE, true)
                        .inProcesses(1));
    }

    private static List<Scenario> withTimeOrMemoryLost() {
        return List.of(
                Scenario.fails("paused-holder", Fault.PAUSE, Failure.STALE_WRITE, Successions::afterPause)
                        .with("lease", 1_500)
                        .curedBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "clock-jump",
                                Fault.CLOCK_JUMP,
                                Failure.TWO_HOLDERS,
                                ReplicationFaultScenarios::clockJumps)
                        .curedInOtherStepsBy("C2/paused-holder-fenced"),
                Scenario.fails(
                                "server-forgets",
                                Fault.SERVER_KILL,
                                Failure.TWO_HOLDERS,
                                ReplicationFaultScenarios::serverForgets)
                        .curedInOtherStepsBy("B4/server-forgets-late"),
                Scenario.holds(
                                "server-forgets-late",
                                Fault.SERVER_KILL,
                                ReplicationFaultScenarios::serverForgetsAndStaysAway)
                        .with("lease", 2_500)
                        .with("timeout", 300),
                asking("asking-takes-too-long", LONG_LEASE.plusSeconds(1)),
                asking("clocks-differ", LONG_LEASE.minusSeconds(6)),
                Scenario.holds("answers-are-lost", Fault.PAUSE, ReplicationFaultScenarios::answersAreLost)
                        .with("lease", LONG_LEASE.toMillis())
                        .with("timeout", 2_000),
                Scenario.crowd());
    }

    /** Ann's clock moves on by this time while she asks; by the servers' clocks her leases are over. */
    private static Scenario asking(String id, Duration takes) {
        return Scenario.holds(id, Fault.SLOW, ReplicationFaultScenarios::timePassesWhileAsking)
                .with("lease", LONG_LEASE.toMillis())
                .with(ReplicationFaultScenarios.TIME_PASSES, takes.toMillis());
    }

    private static Operations majorityLock(SchemeContext context) {
        if (context.isSet(READY_MADE)) {
            return Operations.locked(RedissonQuorumLock.majority(addresses(context), context.lease()), context);
        }
        AtomicLong passed = new AtomicLong();
        LongSupplier clock = () -> System.nanoTime() + passed.get();
        return Operations.locked(new RedLock(servers(context), context.lease(), clock), context)
                .with(ReplicationFaultScenarios.TIME_PASSES, item -> {
                    passed.addAndGet(Duration.ofMillis(context.number(ReplicationFaultScenarios.TIME_PASSES))
                            .toNanos());
                    return Outcome.DONE;
                });
    }

    private static List<String> addresses(SchemeContext context) {
        return List.of(context.setting("masters").split(","));
    }

    private static List<Redis> servers(SchemeContext context) {
        return addresses(context).stream()
                .map(address -> new Redis(address, ANSWER_TIMEOUT))
                .toList();
    }
}
