package io.flashsale.locklab.replication;

import static io.flashsale.locklab.catalogue.Fault.CLOCK_JUMP;
import static io.flashsale.locklab.catalogue.Fault.PAUSE;
import static io.flashsale.locklab.catalogue.Fault.SERVER_KILL;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.LOCKED_OUT;
import static io.flashsale.locklab.scenario.Failure.STALE_WRITE;
import static io.flashsale.locklab.scenario.Failure.TWO_HOLDERS;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.fault.FaultScenarios;
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
                        holds("server-dies-meanwhile", SERVER_KILL, ReplicationFaultScenarios::serverDiesMeanwhile),
                        fails("one-down", SERVER_KILL, LOCKED_OUT, ReplicationFaultScenarios::secondIsDown)
                                .curedBy("B4/one-down"),
                        fails("one-down-ready-made", SERVER_KILL, LOCKED_OUT, ReplicationFaultScenarios::secondIsDown)
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
                holds("server-dies-meanwhile", SERVER_KILL, ReplicationFaultScenarios::serverDiesMeanwhile)
                        .with("timeout", 300),
                holds("one-down", SERVER_KILL, ReplicationFaultScenarios::secondIsDown),
                holds(
                        "two-down",
                        SERVER_KILL,
                        context -> ReplicationFaultScenarios.serversDown(context, List.of(2, 4))),
                fails(
                                "three-down",
                                SERVER_KILL,
                                LOCKED_OUT,
                                context -> ReplicationFaultScenarios.serversDown(context, List.of(1, 2, 4)))
                        .with("timeout", 300),
                holds("one-down-ready-made", SERVER_KILL, ReplicationFaultScenarios::secondIsDown)
                        .with(READY_MADE, true)
                        .inProcesses(1));
    }

    private static List<Scenario> withTimeOrMemoryLost() {
        return List.of(
                fails("paused-holder", PAUSE, STALE_WRITE, FaultScenarios::holderIsPaused)
                        .with("lease", 1_500)
                        .curedBy("C2/paused-holder-fenced"),
                fails("clock-jump", CLOCK_JUMP, TWO_HOLDERS, ReplicationFaultScenarios::clockJumps)
                        .curedInOtherStepsBy("C2/paused-holder-fenced"),
                fails("server-forgets", SERVER_KILL, TWO_HOLDERS, ReplicationFaultScenarios::serverForgets)
                        .curedInOtherStepsBy("B4/server-forgets-late"),
                holds("server-forgets-late", SERVER_KILL, ReplicationFaultScenarios::serverForgetsAndStaysAway)
                        .with("lease", 2_500)
                        .with("timeout", 300),
                asking("asking-takes-too-long", LONG_LEASE.plusSeconds(1)),
                asking("clocks-differ", LONG_LEASE.minusSeconds(6)),
                holds("answers-are-lost", PAUSE, ReplicationFaultScenarios::answersAreLost)
                        .with("lease", LONG_LEASE.toMillis())
                        .with("timeout", 2_000),
                Scenario.crowd());
    }

    /** Ann's clock moves on by this time while she asks; by the servers' clocks her leases are over. */
    private static Scenario asking(String id, Duration takes) {
        return holds(id, SLOW, ReplicationFaultScenarios::timePassesWhileAsking)
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
